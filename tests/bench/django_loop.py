#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sync as it is often written with Django: select, compare, save, order by order.

    django_loop.py CONNINFO PAGE.json

Prints the seconds from the page's bytes to the last order, without the start of Python and Django.
"""
import datetime
import decimal
import json
import shlex
import sys
import time

import django
from django.conf import settings
from django.db import connection, models

part = dict(pair.split("=", 1) for pair in shlex.split(sys.argv[1]))
settings.configure(
    USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "HOST": part.get("host") or part.get("hostaddr"),
                           "PORT": part["port"], "NAME": part["dbname"], "USER": part["user"],
                           "PASSWORD": part["password"]}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField")
django.setup()


class Order(models.Model):
    source = models.TextField()
    external_id = models.TextField(primary_key=True)
    order_number = models.TextField(null=True)
    status = models.TextField()
    currency = models.TextField(null=True)
    amount = models.DecimalField(max_digits=18, decimal_places=4, null=True)
    ordered_at = models.DateTimeField(null=True)
    customer = models.TextField(null=True)
    items = models.IntegerField(null=True)
    payload = models.JSONField(null=True)
    source_updated_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "bench"
        db_table = "orders"
        managed = False


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def values(order):
    return {
        "order_number": order["number"], "status": order["status"], "currency": order["total"]["currency"],
        "amount": decimal.Decimal(order["total"]["amount"]), "ordered_at": instant(order["created_at"]),
        "customer": order["customer"]["name"], "items": order["item_count"], "payload": order,
        "source_updated_at": instant(order["updated_at"]),
    }


with open(sys.argv[2], "rb") as file:
    body = file.read()
connection.ensure_connection()
begin = time.monotonic()
for item in json.loads(body)["orders"]:
    new = values(item)
    row = Order.objects.filter(source="bench", external_id=item["id"], deleted_at=None).first()
    if row is None:
        Order(source="bench", external_id=item["id"], **new).save(force_insert=True)
        continue
    if any(getattr(row, name) != value for name, value in new.items()):
        for name, value in new.items():
            setattr(row, name, value)
        row.save(force_update=True)
print(time.monotonic() - begin)
