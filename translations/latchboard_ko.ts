<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
<context>
    <name>BackfillPanel</name>
    <message>
        <source>Orders updated from</source>
        <translation>변경 시각 시작</translation>
    </message>
    <message>
        <source>until</source>
        <translation>끝</translation>
    </message>
    <message>
        <source>Start backfill</source>
        <translation>백필 시작</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 s</source>
        <extracomment>A duration in seconds with one decimal</extracomment>
        <translation>%1초</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1시간</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1시간 %2분</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1일</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1일 %2시간</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>방금</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <extracomment>%1 is a duration</extracomment>
        <translation>%1 전</translation>
    </message>
</context>
<context>
    <name>HistoryFilterBar</name>
    <message>
        <source>Job</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>트리거</translation>
    </message>
    <message>
        <source>Time of the start</source>
        <translation>시작 시각</translation>
    </message>
    <message>
        <source>Started from</source>
        <translation>시작 시각, 부터</translation>
    </message>
    <message>
        <source>Started before</source>
        <translation>시작 시각, 이전</translation>
    </message>
    <message>
        <source>Text in error, run or host</source>
        <translation>오류·실행 ID·호스트에서 찾기</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>connecting</source>
        <translation>연결 중</translation>
    </message>
    <message>
        <source>taking the lock</source>
        <translation>락 획득 중</translation>
    </message>
    <message>
        <source>waiting for the limit</source>
        <translation>호출 한도 대기</translation>
    </message>
    <message>
        <source>fetching</source>
        <translation>수신 중</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>기록 중</translation>
    </message>
    <message>
        <source>releasing the lock</source>
        <translation>락 반납 중</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>Leak proven</source>
        <translation>누수 확정</translation>
    </message>
    <message>
        <source>Context mismatch</source>
        <translation>컨텍스트 불일치</translation>
    </message>
    <message>
        <source>Leak suspected</source>
        <translation>누수 의심</translation>
    </message>
    <message>
        <source>Busy, suspicious</source>
        <translation>사용 중(의심)</translation>
    </message>
    <message>
        <source>Busy, expected</source>
        <translation>사용 중(정상)</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>보유 중</translation>
    </message>
    <message>
        <source>Success</source>
        <translation>성공</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Postponed</source>
        <translation>연기</translation>
    </message>
    <message>
        <source>In doubt</source>
        <translation>불확실</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>사용 중</translation>
    </message>
    <message>
        <source>Not due</source>
        <translation>시점 아님</translation>
    </message>
    <message>
        <source>OK</source>
        <extracomment>State of a job: its last run is as recent as it should be</extracomment>
        <translation>정상</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>Overdue</source>
        <translation>지연</translation>
    </message>
    <message>
        <source>Blocked by a leak</source>
        <translation>누수로 막힘</translation>
    </message>
    <message>
        <source>Never ran</source>
        <translation>실행 기록 없음</translation>
    </message>
    <message>
        <source>not due</source>
        <translation>실행 시점 아님</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>성공</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>실패</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>누락</translation>
    </message>
    <message>
        <source>running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>due, not run yet</source>
        <translation>실행 대기</translation>
    </message>
    <message>
        <source>Undetermined</source>
        <translation>미확인</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>Transaction</source>
        <translation>트랜잭션</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>수동</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>일정</translation>
    </message>
    <message>
        <source>Cron</source>
        <translation>cron</translation>
    </message>
    <message>
        <source>Backfill</source>
        <translation>백필</translation>
    </message>
    <message>
        <source>development</source>
        <translation>개발</translation>
    </message>
    <message>
        <source>staging</source>
        <translation>스테이징</translation>
    </message>
    <message>
        <source>production</source>
        <translation>운영</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>숨김</translation>
    </message>
    <message>
        <source>active</source>
        <translation>active</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>idle</translation>
    </message>
    <message>
        <source>idle in transaction</source>
        <translation>트랜잭션 중 idle</translation>
    </message>
    <message>
        <source>idle in failed transaction</source>
        <translation>실패한 트랜잭션 중 idle</translation>
    </message>
    <message>
        <source>not tracked</source>
        <translation>추적 안 됨</translation>
    </message>
    <message>
        <source>prepared transaction %1</source>
        <translation>준비된 트랜잭션 %1</translation>
    </message>
    <message>
        <source>prepared transaction</source>
        <translation>준비된 트랜잭션</translation>
    </message>
    <message>
        <source>local socket</source>
        <translation>로컬 소켓</translation>
    </message>
    <message>
        <source>page %1</source>
        <translation>%1페이지</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%2행 중 %1행</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1행</translation>
    </message>
    <message>
        <source>waits %1: %2</source>
        <extracomment>%1 is a duration, %2 says what is waited for</extracomment>
        <translation>%1 대기: %2</translation>
    </message>
    <message>
        <source>waits: %1</source>
        <extracomment>%1 says what is waited for</extracomment>
        <translation>대기: %1</translation>
    </message>
</context>
<context>
    <name>base</name>
    <message>
        <source>Stopped by request.</source>
        <translation>요청에 따라 중단했습니다.</translation>
    </message>
    <message>
        <source>expected %1, found %2</source>
        <translation>%1이(가) 와야 하는데 %2이(가) 있습니다</translation>
    </message>
    <message>
        <source>%1:%2: %3%4</source>
        <translation>%1:%2: %3%4</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>not valid TOML: %1</source>
        <translation>올바른 TOML이 아닙니다: %1</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>없습니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not one of %2</source>
        <translation>&quot;%1&quot;은(는) %2 가운데 하나가 아닙니다</translation>
    </message>
    <message>
        <source>%1 is not between %2 and %3</source>
        <translation>%1은(는) %2에서 %3 사이가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a duration; write a number and a unit, such as &quot;90s&quot;, &quot;10m&quot; or &quot;1h&quot;</source>
        <translation>&quot;%1&quot;은(는) 기간이 아닙니다. &quot;90s&quot;, &quot;10m&quot;, &quot;1h&quot;처럼 숫자와 단위를 쓰십시오</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a size; write a number and a unit, such as &quot;64KiB&quot; or &quot;200MiB&quot;</source>
        <translation>&quot;%1&quot;은(는) 크기가 아닙니다. &quot;64KiB&quot;, &quot;200MiB&quot;처럼 숫자와 단위를 쓰십시오</translation>
    </message>
    <message>
        <source>expected a time with its offset, such as &quot;2026-01-01T00:00:00Z&quot;</source>
        <translation>&quot;2026-01-01T00:00:00Z&quot;처럼 오프셋이 있는 시각이어야 합니다</translation>
    </message>
    <message>
        <source>unknown key</source>
        <translation>알 수 없는 키</translation>
    </message>
    <message>
        <source>unknown key; did you mean &quot;%1&quot;?</source>
        <translation>알 수 없는 키입니다. &quot;%1&quot;을(를) 뜻했습니까?</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>읽을 수 없습니다: %1</translation>
    </message>
</context>
<context>
    <name>cli</name>
    <message>
        <source>&quot;%1&quot; is not a key: give CLASSID OBJID [OBJSUBID] as pg_locks shows them, or one signed 64-bit number.</source>
        <translation>&quot;%1&quot;은(는) 키가 아닙니다. pg_locks에 보이는 CLASSID OBJID [OBJSUBID] 또는 부호 있는 64비트 수 하나를 주십시오.</translation>
    </message>
    <message>
        <source>No job is configured, so there is no status to show.</source>
        <translation>설정된 작업이 없어 표시할 상태가 없습니다.</translation>
    </message>
    <message>
        <source>Write a [job.NAME] in the configuration file.</source>
        <translation>설정 파일에 [job.NAME]을 쓰십시오.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a time with an offset, such as 2026-01-01T00:00:00Z.</source>
        <translation>&quot;%1&quot;은(는) 2026-01-01T00:00:00Z처럼 오프셋이 있는 시각이 아닙니다.</translation>
    </message>
    <message>
        <source>--from must be before --until.</source>
        <translation>--from은 --until보다 앞이어야 합니다.</translation>
    </message>
    <message>
        <source>%1: %2, page %3, %4 rows</source>
        <translation>%1: %2, %3페이지, %4행</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot;: expected %3.</source>
        <translation>%1 &quot;%2&quot;: %3이어야 합니다.</translation>
    </message>
    <message>
        <source>SUCCESS, FAILED, CANCELLED, POSTPONED or IN_DOUBT</source>
        <translation>SUCCESS, FAILED, CANCELLED, POSTPONED, IN_DOUBT 가운데 하나</translation>
    </message>
    <message>
        <source>a time with an offset, such as 2026-01-01T00:00:00Z</source>
        <translation>2026-01-01T00:00:00Z처럼 오프셋이 있는 시각</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1에 쓸 수 없습니다: %2</translation>
    </message>
    <message>
        <source>--for &quot;%1&quot; is not a duration such as 10m.</source>
        <translation>--for &quot;%1&quot;은(는) 10m 같은 기간이 아닙니다.</translation>
    </message>
    <message>
        <source>latchctl: starting a private PostgreSQL, PgBouncer, the order API and the workers ...</source>
        <translation>latchctl: 전용 PostgreSQL, PgBouncer, 주문 API, 워커를 시작하는 중 ...</translation>
    </message>
    <message>
        <source>started</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>job</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>trigger</source>
        <translation>트리거</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>took</source>
        <translation>소요</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>new</source>
        <translation>신규</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>변경</translation>
    </message>
    <message>
        <source>same</source>
        <translation>동일</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>구버전</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>calls</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>No run is in the history that fits.</source>
        <translation>조건에 맞는 실행이 이력에 없습니다.</translation>
    </message>
    <message>
        <source>scheme</source>
        <translation>방식</translation>
    </message>
    <message>
        <source>key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>classid</source>
        <translation>classid</translation>
    </message>
    <message>
        <source>objid</source>
        <translation>objid</translation>
    </message>
    <message>
        <source>objsubid</source>
        <translation>objsubid</translation>
    </message>
    <message>
        <source>key       %1</source>
        <translation>키        %1</translation>
    </message>
    <message>
        <source>columns   classid %1, objid %2, objsubid %3</source>
        <translation>열        classid %1, objid %2, objsubid %3</translation>
    </message>
    <message>
        <source>hex       %1</source>
        <translation>16진수    %1</translation>
    </message>
    <message>
        <source>as int4s  (%1, %2)</source>
        <translation>int4 쌍   (%1, %2)</translation>
    </message>
    <message>
        <source>could be  %1  (%2, %3)</source>
        <translation>가능성    %1  (%2, %3)</translation>
    </message>
    <message>
        <source>name      %1  (%2, %3)</source>
        <translation>이름      %1  (%2, %3)</translation>
    </message>
    <message>
        <source>name      none of the registered names has this key</source>
        <translation>이름      이 키에 해당하는 등록된 이름이 없습니다</translation>
    </message>
    <message>
        <source>name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>source</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>%1 is not a regular file.</source>
        <translation>%1은(는) 일반 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>Write to stdout with --csv - and redirect it there.</source>
        <translation>--csv - 로 표준 출력에 쓰고 그곳으로 리디렉션하십시오.</translation>
    </message>
    <message>
        <source>The output could not be written: stdout is closed, or its disk is full.</source>
        <translation>출력을 쓸 수 없습니다. stdout이 닫혔거나 디스크가 가득 찼습니다.</translation>
    </message>
    <message>
        <source>%1: %2 is done and its reason recorded.</source>
        <translation>%1: %2을(를) 마쳤고 사유를 기록했습니다.</translation>
    </message>
    <message>
        <source>bucket</source>
        <translation>버킷</translation>
    </message>
    <message>
        <source>state</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>why</source>
        <translation>사유</translation>
    </message>
    <message>
        <source>held by</source>
        <translation>사용 중인 쪽</translation>
    </message>
    <message>
        <source>last start</source>
        <translation>마지막 시작</translation>
    </message>
    <message>
        <source>last status</source>
        <translation>마지막 응답</translation>
    </message>
    <message>
        <source>grants today</source>
        <translation>오늘 허용</translation>
    </message>
    <message>
        <source>refusals today</source>
        <translation>오늘 거절</translation>
    </message>
    <message>
        <source>No source has been asked yet, so there is no bucket.</source>
        <translation>아직 호출한 소스가 없어 버킷이 없습니다.</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>database</source>
        <translation>데이터베이스</translation>
    </message>
    <message>
        <source>level</source>
        <translation>수준</translation>
    </message>
    <message>
        <source>holder</source>
        <translation>보유자</translation>
    </message>
    <message>
        <source>client</source>
        <translation>클라이언트</translation>
    </message>
    <message>
        <source>held for at least</source>
        <translation>최소 보유 시간</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>waiters</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>No advisory locks are held. That is what an idle system looks like.</source>
        <translation>보유 중인 어드바이저리 락이 없습니다. 쉬고 있는 시스템의 정상적인 모습입니다.</translation>
    </message>
    <message>
        <source>The schema latchboard is at version %1; there was nothing to do.</source>
        <translation>latchboard 스키마는 버전 %1입니다. 할 일이 없었습니다.</translation>
    </message>
    <message>
        <source>The schema latchboard is now at version %1; it was at %2.</source>
        <translation>latchboard 스키마를 버전 %2에서 %1(으)로 올렸습니다.</translation>
    </message>
    <message>
        <source>last success</source>
        <translation>마지막 성공</translation>
    </message>
    <message>
        <source>next due</source>
        <translation>다음 예정</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>누락</translation>
    </message>
    <message>
        <source>lock held by</source>
        <translation>락 보유자</translation>
    </message>
    <message>
        <source>lacks</source>
        <translation>빠진 것</translation>
    </message>
    <message>
        <source>%1: %2: held by %3 since at least %4</source>
        <translation>%1: %2: 늦어도 %4부터 %3 보유</translation>
    </message>
    <message>
        <source>%1: %2: held by %3</source>
        <translation>%1: %2: %3 보유</translation>
    </message>
    <message>
        <source>%1: %2: a run has succeeded in this cell of the schedule</source>
        <translation>%1: %2: 이 주기에 이미 성공한 실행이 있습니다</translation>
    </message>
    <message>
        <source>%1: %2 until %3</source>
        <translation>%1: %2, %3까지</translation>
    </message>
    <message>
        <source>%1: %2 (dry run: nothing was written)</source>
        <translation>%1: %2 (모의 실행: 기록하지 않음)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>  %1 orders on %2 pages by %3 calls</source>
        <translation>  주문 %1건, %2페이지, 호출 %3회</translation>
    </message>
    <message>
        <source>  %1 new, %2 changed, %3 same, %4 stale, %5 gone, %6 quarantined</source>
        <translation>  신규 %1, 변경 %2, 동일 %3, 구버전 %4, 삭제 %5, 격리 %6</translation>
    </message>
    <message>
        <source>  window %1 to %2</source>
        <translation>  구간 %1 ~ %2</translation>
    </message>
    <message>
        <source>  took %1, of which %2 waiting for the limit</source>
        <translation>  소요 %1, 그중 한도 대기 %2</translation>
    </message>
    <message>
        <source>waits for</source>
        <translation>대기 대상</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>한도</translation>
    </message>
    <message>
        <source>left</source>
        <translation>남음</translation>
    </message>
    <message>
        <source>--backend-start &quot;%1&quot;: expected a time with an offset, as `latchctl locks --json` tells it.</source>
        <translation>--backend-start &quot;%1&quot;: `latchctl locks --json`이 알려 주는 것처럼 시간대 오프셋이 있는 시각이어야 합니다.</translation>
    </message>
    <message>
        <source>Pid %1: %2 as %3 in %4, %5.</source>
        <translation>Pid %1: %4의 %3(으)로 접속한 %2, 상태 %5.</translation>
    </message>
    <message>
        <source>It has no open transaction.</source>
        <translation>열린 트랜잭션이 없습니다.</translation>
    </message>
    <message>
        <source>Its transaction of %1 has written: that work is lost.</source>
        <translation>%1에 시작한 트랜잭션이 이미 썼습니다. 그 작업은 사라집니다.</translation>
    </message>
    <message>
        <source>Its transaction of %1 has written nothing.</source>
        <translation>%1에 시작한 트랜잭션은 아무것도 쓰지 않았습니다.</translation>
    </message>
    <message>
        <source>It also holds and would free: %1.</source>
        <translation>함께 쥐고 있어 같이 풀리는 잠금: %1.</translation>
    </message>
    <message>
        <source>Nobody waits for it.</source>
        <translation>기다리는 세션이 없습니다.</translation>
    </message>
    <message>
        <source>For it waits: pid %1.</source>
        <translation>이 세션을 기다리는 pid: %1.</translation>
    </message>
    <message>
        <source>Milder: `latchctl cancel` ends its statement only, and with it what a transaction holds.</source>
        <translation>더 가벼운 방법: `latchctl cancel`은 실행 중인 문장만 끝내며, 트랜잭션이 쥔 것이 함께 풀립니다.</translation>
    </message>
    <message>
        <source>The statement of pid %1 has ended.</source>
        <translation>pid %1의 문장이 끝났습니다.</translation>
    </message>
    <message>
        <source>The signal was sent, and the statement of pid %1 goes on.</source>
        <translation>신호를 보냈지만 pid %1의 문장은 계속 실행 중입니다.</translation>
    </message>
    <message>
        <source>The signal was sent, and pid %1 still holds the lock: it does not react.</source>
        <translation>신호를 보냈지만 pid %1이(가) 아직 잠금을 쥐고 있습니다. 반응하지 않습니다.</translation>
    </message>
    <message>
        <source>The session of pid %1 is gone; the lock is held now by pid %2 (%3, %4).</source>
        <translation>pid %1의 세션이 사라졌고, 지금은 pid %2(%3, %4)이(가) 잠금을 쥐고 있습니다.</translation>
    </message>
    <message>
        <source>The session of pid %1 is gone, and nobody holds the lock.</source>
        <translation>pid %1의 세션이 사라졌고, 잠금을 쥔 세션이 없습니다.</translation>
    </message>
    <message>
        <source>Nothing was done.</source>
        <translation>아무것도 하지 않았습니다.</translation>
    </message>
    <message>
        <source>With --yes it is.</source>
        <translation>--yes를 붙이면 실행합니다.</translation>
    </message>
    <message>
        <source>when</source>
        <translation>언제</translation>
    </message>
    <message>
        <source>who</source>
        <translation>누가</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>프로필</translation>
    </message>
    <message>
        <source>act</source>
        <translation>조치</translation>
    </message>
    <message>
        <source>target</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>Nothing was done from here yet.</source>
        <translation>여기서 한 조치가 아직 없습니다.</translation>
    </message>
    <message>
        <source>%1 lines of the file are no acts.</source>
        <translation>파일에서 %1줄은 조치 기록이 아닙니다.</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>숨김</translation>
    </message>
    <message>
        <source>reads as  two int4 (%1, %2)</source>
        <translation>읽는 법  int4 두 개 (%1, %2)</translation>
    </message>
    <message>
        <source>reads as  a bigint, or an int4 that was widened to one; the same numbers as two int4 are another lock</source>
        <translation>읽는 법  bigint 하나, 또는 bigint로 넓혀진 int4. 같은 수를 int4 두 개로 쓰면 다른 잠금입니다</translation>
    </message>
    <message>
        <source>reads as  a bigint; the same numbers as two int4 are another lock</source>
        <translation>읽는 법  bigint 하나. 같은 수를 int4 두 개로 쓰면 다른 잠금입니다</translation>
    </message>
    <message>
        <source>reads as  neither: objsubid %1 is an extension&apos;s own</source>
        <translation>읽는 법  둘 다 아님: objsubid %1은(는) 확장 기능의 것입니다</translation>
    </message>
    <message>
        <source>Names of the server are left out: %1</source>
        <translation>서버에 등록된 이름은 빠졌습니다: %1</translation>
    </message>
</context>
<context>
    <name>console</name>
    <message>
        <source>%1 is already running here.</source>
        <translation>%1은(는) 여기서 이미 실행 중입니다.</translation>
    </message>
    <message>
        <source>Starting the demo: PostgreSQL...</source>
        <translation>데모를 시작하는 중: PostgreSQL...</translation>
    </message>
    <message>
        <source>Reading the configuration...</source>
        <translation>설정을 읽는 중...</translation>
    </message>
    <message>
        <source>The demo&apos;s configuration has no profile %1.</source>
        <translation>데모 설정에 프로필 %1이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The schema latchboard is not on this server, so there is no history.</source>
        <translation>이 서버에 latchboard 스키마가 없어 이력이 없습니다.</translation>
    </message>
    <message>
        <source>Create it once with: latchctl migrate</source>
        <translation>한 번만 만들면 됩니다: latchctl migrate</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Qt&apos;s PostgreSQL driver (QPSQL) is not installed.</source>
        <translation>Qt의 PostgreSQL 드라이버(QPSQL)가 설치되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>Install the package libqt6sql6-psql.</source>
        <translation>libqt6sql6-psql 패키지를 설치하십시오.</translation>
    </message>
    <message>
        <source>The history could not be read</source>
        <translation>이력을 읽지 못했습니다</translation>
    </message>
    <message>
        <source>%1 is not a regular file.</source>
        <translation>%1은(는) 일반 파일이 아닙니다.</translation>
    </message>
    <message>
        <source>%1 can&apos;t be written: %2</source>
        <translation>%1에 쓸 수 없습니다: %2</translation>
    </message>
    <message>
        <source>There is no job %1.</source>
        <translation>%1 작업이 없습니다.</translation>
    </message>
    <message>
        <source>There is no server to look at.</source>
        <translation>살펴볼 서버가 없습니다.</translation>
    </message>
    <message>
        <source>Demo: %1...</source>
        <translation>데모: %1...</translation>
    </message>
</context>
<context>
    <name>demo</name>
    <message>
        <source>%1 could not be started: %2: %3.</source>
        <translation>%1을(를) 시작하지 못했습니다: %2: %3.</translation>
    </message>
    <message>
        <source>%1 did not end within %2 s.</source>
        <translation>%1이(가) %2초 안에 끝나지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 ended with code %2: %3</source>
        <translation>%1이(가) 코드 %2(으)로 끝났습니다: %3</translation>
    </message>
    <message>
        <source>PostgreSQL can&apos;t listen on 127.0.0.1:%1: the port is taken.</source>
        <translation>PostgreSQL이 127.0.0.1:%1에서 수신할 수 없습니다. 포트가 사용 중입니다.</translation>
    </message>
    <message>
        <source>Choose other ports.</source>
        <translation>다른 포트를 고르십시오.</translation>
    </message>
    <message>
        <source>PostgreSQL ended with code %1: %2</source>
        <translation>PostgreSQL이 코드 %1(으)로 끝났습니다: %2</translation>
    </message>
    <message>
        <source>PostgreSQL was not ready within a minute: %1</source>
        <translation>PostgreSQL이 1분 안에 준비되지 않았습니다: %1</translation>
    </message>
    <message>
        <source>The fault server can&apos;t listen: %1.</source>
        <translation>장애 서버가 수신할 수 없습니다: %1.</translation>
    </message>
    <message>
        <source>Name another folder.</source>
        <translation>다른 폴더를 지정하십시오.</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be used: %2.</source>
        <translation>폴더 %1을(를) 쓸 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>%1 is not a folder that belongs to this user alone.</source>
        <translation>%1은(는) 이 사용자만의 폴더가 아닙니다.</translation>
    </message>
    <message>
        <source>The folder %1 holds something that is not a demo.</source>
        <translation>폴더 %1에 데모가 아닌 것이 들어 있습니다.</translation>
    </message>
    <message>
        <source>Another demo runs in the folder %1.</source>
        <translation>폴더 %1에서 다른 데모가 실행 중입니다.</translation>
    </message>
    <message>
        <source>PostgreSQL&apos;s server programs (postgres, initdb) were not found.</source>
        <translation>PostgreSQL 서버 프로그램(postgres, initdb)을 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>Install the package %1.</source>
        <translation>%1 패키지를 설치하십시오.</translation>
    </message>
    <message>
        <source>The program %1 was not found.</source>
        <translation>프로그램 %1을(를) 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>No free port on 127.0.0.1.</source>
        <translation>127.0.0.1에 빈 포트가 없습니다.</translation>
    </message>
    <message>
        <source>The order API can&apos;t listen on 127.0.0.1:%1: the port is taken.</source>
        <translation>주문 API가 127.0.0.1:%1에서 수신할 수 없습니다. 포트가 사용 중입니다.</translation>
    </message>
    <message>
        <source>PgBouncer can&apos;t listen on 127.0.0.1:%1: the port is taken.</source>
        <translation>PgBouncer가 127.0.0.1:%1에서 수신할 수 없습니다. 포트가 사용 중입니다.</translation>
    </message>
    <message>
        <source>PgBouncer ended with code %1: %2</source>
        <translation>PgBouncer가 코드 %1(으)로 끝났습니다: %2</translation>
    </message>
    <message>
        <source>PgBouncer was not ready within 20 s: %1</source>
        <translation>PgBouncer가 20초 안에 준비되지 않았습니다: %1</translation>
    </message>
    <message>
        <source>The workers can&apos;t start: the program latchctl was not found (%1).</source>
        <translation>워커를 시작할 수 없습니다. 프로그램 latchctl을 찾지 못했습니다(%1).</translation>
    </message>
    <message>
        <source>Starting the workers</source>
        <translation>워커 시작</translation>
    </message>
    <message>
        <source>Starting a private PostgreSQL</source>
        <translation>전용 PostgreSQL 시작</translation>
    </message>
    <message>
        <source>Starting PgBouncer</source>
        <translation>PgBouncer 시작</translation>
    </message>
    <message>
        <source>Starting the order API</source>
        <translation>주문 API 시작</translation>
    </message>
    <message>
        <source>Starting the applications</source>
        <translation>애플리케이션 시작</translation>
    </message>
    <message>
        <source>%1 of the demo ended by itself.</source>
        <translation>데모의 %1이(가) 스스로 끝났습니다.</translation>
    </message>
    <message>
        <source>Worker %1 ended with code %2: %3</source>
        <translation>워커 %1이(가) 코드 %2(으)로 끝났습니다: %3</translation>
    </message>
    <message>
        <source>The session was ended.</source>
        <translation>세션이 종료되었습니다.</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be made: %2.</source>
        <translation>폴더 %1을(를) 만들 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be given to the server&apos;s user: %2.</source>
        <translation>폴더 %1을(를) 서버 사용자에게 넘길 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>The file %1 can&apos;t be written: %2.</source>
        <translation>파일 %1을(를) 쓸 수 없습니다: %2.</translation>
    </message>
</context>
<context>
    <name>http</name>
    <message>
        <source>The HTTP library failed: %1.</source>
        <translation>HTTP 라이브러리 오류: %1.</translation>
    </message>
    <message>
        <source>No handle for an HTTP request.</source>
        <translation>HTTP 요청 핸들을 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>A header of the request to %1 has no name or holds a line break.</source>
        <translation>%1 요청의 헤더에 이름이 없거나 줄바꿈이 들어 있습니다.</translation>
    </message>
    <message>
        <source>No memory for an HTTP request.</source>
        <translation>HTTP 요청에 쓸 메모리가 없습니다.</translation>
    </message>
    <message>
        <source>%1 is not on this machine, and only that is allowed.</source>
        <translation>%1은(는) 이 컴퓨터가 아니며, 이 컴퓨터만 허용됩니다.</translation>
    </message>
    <message>
        <source>The answer of %1 is larger than %2 bytes.</source>
        <translation>%1의 응답이 %2바이트보다 큽니다.</translation>
    </message>
    <message>
        <source>Ask for smaller pages, or raise max_response.</source>
        <translation>페이지를 더 작게 요청하거나 max_response를 늘리십시오.</translation>
    </message>
    <message>
        <source>%1 did not answer completely within %2.</source>
        <translation>%1이(가) %2 안에 응답을 마치지 못했습니다.</translation>
    </message>
    <message>
        <source>%1 closed the connection without an answer.</source>
        <translation>%1이(가) 응답 없이 연결을 닫았습니다.</translation>
    </message>
    <message>
        <source>The answer of %1 was cut short.</source>
        <translation>%1의 응답이 도중에 끊겼습니다.</translation>
    </message>
    <message>
        <source>The answer of %1 can&apos;t be decompressed.</source>
        <translation>%1의 응답 압축을 풀 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 is not an http or https URL.</source>
        <translation>%1은(는) http나 https URL이 아닙니다.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted: %2.</source>
        <translation>%1의 인증서를 신뢰할 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>No connection to %1: %2.</source>
        <translation>%1에 연결할 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>The request to %1 failed: %2.</source>
        <translation>%1 요청이 실패했습니다: %2.</translation>
    </message>
    <message>
        <source>The answer of %1 is not HTTP.</source>
        <translation>%1의 응답이 HTTP가 아닙니다.</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>&quot;%1&quot; is not a key: a whole number from %2 to %3 is expected, in decimal or with 0x in hexadecimal.</source>
        <translation>&quot;%1&quot;은(는) 키가 아닙니다. %2에서 %3까지의 정수를 10진수 또는 0x로 시작하는 16진수로 쓰십시오.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a pair of keys: two whole numbers from %2 to %3 with a comma between them are expected, such as &quot;18028,7&quot;.</source>
        <translation>&quot;%1&quot;은(는) 키 쌍이 아닙니다. &quot;18028,7&quot;처럼 %2에서 %3까지의 정수 두 개를 쉼표로 이어 쓰십시오.</translation>
    </message>
    <message>
        <source>BLAKE2b of the name with a digest of 8 bytes, read big-endian</source>
        <translation>이름의 BLAKE2b 8바이트 다이제스트를 빅 엔디언으로 읽음</translation>
    </message>
    <message>
        <source>PostgreSQL&apos;s hashtext(name), 32 bits widened to a bigint</source>
        <translation>PostgreSQL의 hashtext(name), 32비트를 bigint로 확장</translation>
    </message>
    <message>
        <source>PostgreSQL&apos;s hashtextextended(name, 0), 64 bits</source>
        <translation>PostgreSQL의 hashtextextended(name, 0), 64비트</translation>
    </message>
    <message>
        <source>a number that stands in the program: a bigint key</source>
        <translation>프로그램에 적힌 수: bigint 키</translation>
    </message>
    <message>
        <source>two 32-bit numbers: &quot;a,b&quot;</source>
        <translation>32비트 수 두 개: &quot;a,b&quot;</translation>
    </message>
    <message>
        <source>Unknown key scheme &quot;%1&quot;.</source>
        <translation>알 수 없는 키 방식 &quot;%1&quot;입니다.</translation>
    </message>
    <message>
        <source>Unknown key scheme &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation>알 수 없는 키 방식 &quot;%1&quot;입니다. &quot;%2&quot;을(를) 뜻했습니까?</translation>
    </message>
    <message>
        <source>Known schemes: %1.</source>
        <translation>아는 방식: %1.</translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; is left out: %2</source>
        <translation>키 &quot;%1&quot;을(를) 제외합니다: %2</translation>
    </message>
    <message>
        <source>The template &quot;%1&quot; has %2 placeholders; exactly one is expected, such as in &quot;order-sync:{tenant_id}&quot;.</source>
        <translation>템플릿 &quot;%1&quot;에 자리표시자가 %2개 있습니다. &quot;order-sync:{tenant_id}&quot;처럼 정확히 하나여야 합니다.</translation>
    </message>
    <message>
        <source>Unknown algorithm &quot;%1&quot; of a lock&apos;s key.</source>
        <translation>잠금 키의 알고리즘 &quot;%1&quot;을(를) 알 수 없습니다.</translation>
    </message>
    <message>
        <source>No key can be made of &quot;%1&quot;: not all of its inputs are given.</source>
        <translation>&quot;%1&quot;(으)로는 키를 만들 수 없습니다. 입력이 모두 주어지지 않았습니다.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not what %2 takes, or its inputs are missing.</source>
        <translation>&quot;%1&quot;은(는) %2이(가) 받는 값이 아니거나, 입력이 빠져 있습니다.</translation>
    </message>
    <message>
        <source>What %1 gives here is outside of the range of %2.</source>
        <translation>여기서 %1의 결과가 %2의 범위를 벗어납니다.</translation>
    </message>
    <message>
        <source>The algorithm %1 needs an input_template.</source>
        <translation>알고리즘 %1에는 input_template이 필요합니다.</translation>
    </message>
    <message>
        <source>Unknown step &quot;%1&quot; after %2.</source>
        <translation>%2 다음의 단계 &quot;%1&quot;을(를) 알 수 없습니다.</translation>
    </message>
    <message>
        <source>A locktag needs an objsubid from 0 to 65535.</source>
        <translation>locktag에는 0부터 65535까지의 objsubid가 필요합니다.</translation>
    </message>
    <message>
        <source>A derivation has a wrong number of parts.</source>
        <translation>파생식의 부분 개수가 맞지 않습니다.</translation>
    </message>
    <message>
        <source>CRC-32 of the name as zlib computes it, a number without a sign</source>
        <translation>zlib 방식으로 계산한 이름의 CRC-32, 부호 없는 수</translation>
    </message>
    <message>
        <source>CRC-32 of the name, its 32 bits read as a number with a sign</source>
        <translation>이름의 CRC-32, 32비트를 부호 있는 수로 읽은 값</translation>
    </message>
</context>
<context>
    <name>latchboard::console::AttentionList</name>
    <message>
        <source>Show the lock</source>
        <translation>락 보기</translation>
    </message>
</context>
<context>
    <name>latchboard::console::BackfillPanel</name>
    <message>
        <source>The window must end after it begins.</source>
        <translation>구간의 끝은 시작보다 뒤여야 합니다.</translation>
    </message>
</context>
<context>
    <name>latchboard::console::BottomStrip</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>No run is under way here.</source>
        <translation>여기서 진행 중인 실행이 없습니다.</translation>
    </message>
    <message>
        <source>%1 running: %2</source>
        <extracomment>%1 is a job, %2 says how far its run is</extracomment>
        <translation>%1 실행 중: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n leak(s) proven</source>
        <translation>
            <numerusform>누수 확정 %n건</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::ConnectionCard</name>
    <message>
        <source>Connection</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>서버</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>역할</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>마지막 응답</translation>
    </message>
    <message>
        <source>Cost of a look</source>
        <translation>조회 비용</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Not visible</source>
        <translation>볼 수 없는 것</translation>
    </message>
    <message>
        <source>%1 on %2, %3, PostgreSQL %4.%5</source>
        <extracomment>%1 is a database, %2 a host, %3 &quot;primary&quot; or &quot;standby&quot;, %4 and %5 the version</extracomment>
        <translation>%2의 %1, %3, PostgreSQL %4.%5</translation>
    </message>
    <message>
        <source>local socket</source>
        <translation>로컬 소켓</translation>
    </message>
    <message>
        <source>standby</source>
        <translation>스탠바이</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>프라이머리</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>읽기 전용</translation>
    </message>
    <message>
        <source>scan of the locks %1, look at the sessions %2</source>
        <translation>락 스캔 %1, 세션 조회 %2</translation>
    </message>
    <message>
        <source>%1 held, %2 waiting</source>
        <translation>보유 %1, 대기 %2</translation>
    </message>
    <message>
        <source>nothing: this role sees all sessions</source>
        <translation>없음: 이 역할은 모든 세션을 볼 수 있습니다</translation>
    </message>
</context>
<context>
    <name>latchboard::console::HistoryFilterBar</name>
    <message>
        <source>All jobs</source>
        <translation>모든 작업</translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation>모든 결과</translation>
    </message>
    <message>
        <source>All triggers</source>
        <translation>모든 트리거</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>전체 기간</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>최근 1시간</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>최근 24시간</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>최근 7일</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>기간 지정</translation>
    </message>
</context>
<context>
    <name>latchboard::console::HistoryPage</name>
    <message>
        <source>History</source>
        <translation>이력</translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation>CSV 내보내기...</translation>
    </message>
    <message>
        <source>Exporting: %1 runs written</source>
        <translation>내보내는 중: 실행 %1건 기록</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>실행 목록</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) loaded, more as you scroll</source>
        <translation>
            <numerusform>실행 %n건 표시, 스크롤하면 더 불러옵니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>실행 %n건</numerusform>
        </translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>No run is in the history yet.</source>
        <translation>아직 이력에 실행이 없습니다.</translation>
    </message>
    <message>
        <source>The first run of a job writes the first row when it ends.</source>
        <translation>작업의 첫 실행이 끝나면 첫 행이 기록됩니다.</translation>
    </message>
    <message>
        <source>No run fits the filter.</source>
        <translation>필터에 맞는 실행이 없습니다.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>필터 지우기</translation>
    </message>
    <message>
        <source>Reading the history...</source>
        <translation>이력을 읽는 중...</translation>
    </message>
    <message>
        <source>Export the history</source>
        <translation>이력 내보내기</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 파일 (*.csv)</translation>
    </message>
    <message>
        <source>Exporting...</source>
        <translation>내보내는 중...</translation>
    </message>
    <message>
        <source>Export cancelled; no file was written.</source>
        <translation>내보내기를 취소했습니다. 파일은 만들어지지 않았습니다.</translation>
    </message>
    <message>
        <source>%1 runs written to %2</source>
        <extracomment>%1 is a number of runs, %2 a file</extracomment>
        <translation>실행 %1건을 %2에 기록했습니다</translation>
    </message>
    <message>
        <source>Running the window of this run again: the strip below shows how far it is.</source>
        <translation>이 실행의 구간을 다시 실행합니다. 진행 상황은 아래 줄에 표시됩니다.</translation>
    </message>
</context>
<context>
    <name>latchboard::console::HourStrip</name>
    <message>
        <source>Outcomes of the last seven days, by the hour</source>
        <translation>최근 7일의 시간별 결과</translation>
    </message>
    <message>
        <source>ddd d</source>
        <extracomment>Label of a day in the strip of hours, Qt&apos;s date format: short day of the week and day of the month</extracomment>
        <translation>d일 ddd</translation>
    </message>
    <message>
        <source>%1 succeeded, %2 failed, %3 missed</source>
        <translation>성공 %1, 실패 %2, 누락 %3</translation>
    </message>
</context>
<context>
    <name>latchboard::console::JobCard</name>
    <message>
        <source>%1 orders, %2 new, %3 changed, %4</source>
        <translation>주문 %1건, 신규 %2건, 변경 %3건, %4</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>지금 동기화</translation>
    </message>
    <message>
        <source>Backfill...</source>
        <translation>백필...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Run it when the lock is free</source>
        <translation>락이 풀리면 실행</translation>
    </message>
    <message>
        <source>Show the lock</source>
        <translation>락 보기</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>One run is queued: it starts as soon as the lock is free.</source>
        <translation>실행 1건을 예약했습니다. 락이 풀리는 즉시 시작합니다.</translation>
    </message>
    <message>
        <source>Don&apos;t run it</source>
        <translation>예약 취소</translation>
    </message>
    <message>
        <source>No success in the last seven days.</source>
        <translation>최근 7일 동안 성공한 실행이 없습니다.</translation>
    </message>
    <message>
        <source>Last success %1 (%2), %3.</source>
        <extracomment>%1 is a time, %2 an age such as &quot;24 min ago&quot;, %3 counts of orders</extracomment>
        <translation>마지막 성공 %1 (%2), %3.</translation>
    </message>
    <message>
        <source>No run of this job is in the history yet.</source>
        <translation>이 작업의 실행이 아직 이력에 없습니다.</translation>
    </message>
    <message>
        <source>The last run ended %2: %1. %3</source>
        <extracomment>%1 is an outcome such as &quot;Failed&quot;, %2 an age, %3 an error message or nothing</extracomment>
        <translation>마지막 실행은 %2에 끝났습니다: %1. %3</translation>
    </message>
    <message>
        <source>Reading its history...</source>
        <translation>이력을 읽는 중...</translation>
    </message>
    <message>
        <source>next %1</source>
        <translation>다음 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n period(s) missed in the last seven days.</source>
        <translation>
            <numerusform>최근 7일 동안 %n개 주기가 누락되었습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its lock is held by %1.</source>
        <translation>락 보유자: %1.</translation>
    </message>
    <message>
        <source>Held since %1 at the latest.</source>
        <translation>늦어도 %1부터 보유 중입니다.</translation>
    </message>
    <message>
        <source>Verdict: %1.</source>
        <translation>판정: %1.</translation>
    </message>
    <message>
        <source>Its lock is free.</source>
        <translation>락이 비어 있습니다.</translation>
    </message>
    <message>
        <source>Filled: succeeded. Cross: failed. Dash: missed. Triangle: running.</source>
        <translation>채움: 성공. 가위표: 실패. 줄표: 누락. 삼각형: 실행 중.</translation>
    </message>
    <message>
        <source>Click an hour to see its runs.</source>
        <translation>시간 칸을 누르면 그 시간의 실행을 봅니다.</translation>
    </message>
    <message>
        <source>Done: %1.</source>
        <translation>완료: %1.</translation>
    </message>
    <message>
        <source>Busy: held by %1 since at least %2.</source>
        <translation>사용 중: %1 보유, 늦어도 %2부터.</translation>
    </message>
    <message>
        <source>Busy: held by %1.</source>
        <translation>사용 중: %1 보유.</translation>
    </message>
    <message>
        <source>That is longer than this lock should be held. Look at the lock before you try again.</source>
        <translation>이 락의 예상 보유 시간을 넘었습니다. 다시 시도하기 전에 락을 확인하십시오.</translation>
    </message>
    <message>
        <source>Another process is at work on this job, which is normal. Nothing was done here; try again when it is through.</source>
        <translation>다른 프로세스가 이 작업을 실행 중이며, 정상입니다. 여기서는 아무것도 하지 않았습니다. 그 실행이 끝난 뒤 다시 시도하십시오.</translation>
    </message>
    <message numerus="yes">
        <source>Cancelled after %n page(s). What was written stays; the window stays open and the next run reads it again.</source>
        <translation>
            <numerusform>%n페이지에서 취소했습니다. 기록된 내용은 그대로 남고, 구간은 닫히지 않아 다음 실행이 다시 읽습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Postponed until %1. %2</source>
        <translation>%1까지 연기했습니다. %2</translation>
    </message>
    <message>
        <source>Postponed. %1</source>
        <translation>연기했습니다. %1</translation>
    </message>
    <message>
        <source>Not due: this period already has a success.</source>
        <translation>실행 시점이 아닙니다. 이 주기에는 이미 성공한 실행이 있습니다.</translation>
    </message>
</context>
<context>
    <name>latchboard::console::LimitModel</name>
    <message>
        <source>Bucket</source>
        <translation>버킷</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Next call in</source>
        <translation>다음 호출까지</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>대기 사유</translation>
    </message>
    <message>
        <source>when resumed</source>
        <extracomment>Countdown to the next call of a paused bucket</extracomment>
        <translation>재개 후</translation>
    </message>
    <message>
        <source>when cleared</source>
        <translation>차단 해제 후</translation>
    </message>
    <message>
        <source>after this call</source>
        <translation>이 호출 뒤</translation>
    </message>
    <message>
        <source>now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>Allowed at %1</source>
        <translation>허용 시각 %1</translation>
    </message>
    <message>
        <source>Lease until %1</source>
        <translation>리스 만료 %1</translation>
    </message>
    <message>
        <source>Answered %1</source>
        <translation>응답 시각 %1</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>항목 %1개</translation>
    </message>
    <message>
        <source>Last 429 at %1</source>
        <translation>마지막 429 %1</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>사용 가능</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>호출 중</translation>
    </message>
    <message>
        <source>Spacing</source>
        <translation>간격 대기</translation>
    </message>
    <message>
        <source>Resting</source>
        <translation>휴지 중</translation>
    </message>
    <message>
        <source>Told to wait</source>
        <translation>서버 대기 지시</translation>
    </message>
    <message>
        <source>Locked out</source>
        <translation>차단됨</translation>
    </message>
    <message>
        <source>Holder lost</source>
        <translation>보유자 유실</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>일시 중지</translation>
    </message>
    <message>
        <source>paused by an operator</source>
        <translation>운영자가 일시 중지</translation>
    </message>
    <message>
        <source>paused: %1</source>
        <translation>일시 중지: %1</translation>
    </message>
    <message>
        <source>Calls left</source>
        <translation>남은 호출</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>한도</translation>
    </message>
    <message>
        <source>All there again at %1</source>
        <extracomment>Of the calls that are left: when all of them are there again</extracomment>
        <translation>%1에 모두 다시 채워짐</translation>
    </message>
    <message>
        <source>The source counted %1 used at %2</source>
        <extracomment>%1 is what a header said, &quot;32/40&quot;</extracomment>
        <translation>소스가 센 사용량: %1 (%2)</translation>
    </message>
    <message>
        <source>The source said %1 left at %2</source>
        <translation>소스가 알린 남은 호출: %1회 (%2)</translation>
    </message>
    <message>
        <source>the end of the call under way</source>
        <translation>진행 중인 호출이 끝나기를 기다림</translation>
    </message>
    <message>
        <source>the rest after a holder that was lost</source>
        <translation>사라진 보유자 뒤의 휴식</translation>
    </message>
    <message>
        <source>the next period, from %1</source>
        <translation>다음 기간(%1부터)</translation>
    </message>
    <message>
        <source>the next period</source>
        <translation>다음 기간</translation>
    </message>
    <message>
        <source>the next call of the burst</source>
        <translation>버스트의 다음 호출</translation>
    </message>
    <message>
        <source>spacing between two calls</source>
        <translation>호출 사이 간격</translation>
    </message>
    <message>
        <source>%1 at once, then one each %2</source>
        <extracomment>%1 calls at once when the bucket is full</extracomment>
        <translation>한 번에 %1회, 그다음 %2마다 1회</translation>
    </message>
    <message>
        <source>%1 each %2 (%3)</source>
        <extracomment>%1 calls each %2 (a duration) by the clock of the time zone %3</extracomment>
        <translation>%2마다 %1회(%3)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Calls that are left</extracomment>
        <translation>%2회 중 %1회</translation>
    </message>
    <message>
        <source>Who shares the limit: source | credential | path. * stands for all.</source>
        <translation>한도를 함께 쓰는 범위: 소스 | 자격 증명 | 경로. *은 전체를 뜻합니다.</translation>
    </message>
    <message>
        <source>What the bucket does now.</source>
        <translation>지금 버킷의 상태입니다.</translation>
    </message>
    <message>
        <source>How long until the next call may go out, by the database&apos;s clock.</source>
        <translation>다음 호출을 보낼 수 있을 때까지 남은 시간입니다(데이터베이스 시계 기준).</translation>
    </message>
    <message>
        <source>Calls that are left of the burst or of the period.</source>
        <translation>버스트 또는 기간에서 남은 호출 수입니다.</translation>
    </message>
    <message>
        <source>Why the next call waits.</source>
        <translation>다음 호출이 기다리는 까닭입니다.</translation>
    </message>
    <message>
        <source>How calls are counted, by [[limit]] of the source&apos;s file.</source>
        <translation>호출을 세는 방식입니다(소스 파일의 [[limit]]).</translation>
    </message>
    <message>
        <source>HTTP status of the last answer.</source>
        <translation>마지막 응답의 HTTP 상태입니다.</translation>
    </message>
    <message>
        <source>Calls that were let through today (UTC).</source>
        <translation>오늘(UTC) 허용된 호출 수입니다.</translation>
    </message>
    <message>
        <source>How often today (UTC) somebody asked and had to wait.</source>
        <translation>오늘(UTC) 요청했으나 기다려야 했던 횟수입니다.</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>허용</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>거절</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>응답 상태</translation>
    </message>
    <message>
        <source>Held by %1</source>
        <extracomment>%1 is &quot;host:process job run&quot;</extracomment>
        <translation>사용 중: %1</translation>
    </message>
    <message>
        <source>%1 from start to start</source>
        <extracomment>%1 is a duration</extracomment>
        <translation>호출 시작부터 다음 시작까지 %1</translation>
    </message>
    <message>
        <source>%1 after each answer</source>
        <translation>응답이 끝난 뒤 %1</translation>
    </message>
</context>
<context>
    <name>latchboard::console::LimitsPage</name>
    <message>
        <source>Rate limits</source>
        <translation>호출 한도</translation>
    </message>
    <message>
        <source>Pause calls</source>
        <translation>호출 일시 중지</translation>
    </message>
    <message>
        <source>Resume calls</source>
        <translation>호출 재개</translation>
    </message>
    <message>
        <source>Rate-limit buckets</source>
        <translation>호출 한도 버킷</translation>
    </message>
    <message>
        <source>Reason, kept in the audit</source>
        <translation>사유 (감사 기록에 남음)</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>사유</translation>
    </message>
    <message numerus="yes">
        <source>%n bucket(s)</source>
        <translation>
            <numerusform>버킷 %n개</numerusform>
        </translation>
    </message>
    <message>
        <source>Now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>No call has been made yet.</source>
        <translation>아직 호출이 없습니다.</translation>
    </message>
    <message>
        <source>A bucket appears with the first call to an order API.</source>
        <translation>주문 API를 처음 호출하면 버킷이 나타납니다.</translation>
    </message>
    <message>
        <source>Reading the rate limits...</source>
        <translation>호출 한도를 읽는 중...</translation>
    </message>
    <message>
        <source>Select a bucket to pause or resume its calls.</source>
        <translation>버킷을 선택하면 호출을 일시 중지하거나 재개할 수 있습니다.</translation>
    </message>
    <message>
        <source>Calls of this bucket are paused for all processes until somebody resumes them.</source>
        <translation>누군가 재개할 때까지 모든 프로세스에서 이 버킷의 호출이 중지됩니다.</translation>
    </message>
    <message>
        <source>A pause stops new calls of all processes at once; the call under way ends.</source>
        <translation>일시 중지하면 모든 프로세스의 새 호출이 즉시 멈춥니다. 진행 중인 호출은 끝까지 갑니다.</translation>
    </message>
    <message>
        <source>Last call %1.</source>
        <translation>마지막 호출 %1.</translation>
    </message>
    <message>
        <source>status %1</source>
        <translation>상태 %1</translation>
    </message>
    <message>
        <source>%1 items</source>
        <translation>항목 %1개</translation>
    </message>
    <message>
        <source>Its answer: %1.</source>
        <extracomment>%1 is a list such as &quot;status 200, 100 items, 81.2 kB&quot;</extracomment>
        <translation>응답: %1.</translation>
    </message>
    <message>
        <source>Last told to slow down (429) at %1.</source>
        <translation>마지막 속도 제한 응답(429) %1.</translation>
    </message>
    <message>
        <source>Never told to slow down (429).</source>
        <translation>속도 제한 응답(429)을 받은 적이 없습니다.</translation>
    </message>
    <message>
        <source>At least %1 from the end of an answer to the next call.</source>
        <translation>응답이 끝난 뒤 다음 호출까지 최소 %1.</translation>
    </message>
    <message>
        <source>Under way...</source>
        <translation>처리 중...</translation>
    </message>
    <message>
        <source>Paused %1.</source>
        <translation>%1 호출을 일시 중지했습니다.</translation>
    </message>
    <message>
        <source>Resumed %1.</source>
        <translation>%1 호출을 재개했습니다.</translation>
    </message>
    <message>
        <source>Limit: %1.</source>
        <extracomment>%1 says how calls are counted, such as &quot;40 at once, then one each 500 ms&quot;</extracomment>
        <translation>한도: %1.</translation>
    </message>
    <message>
        <source>Calls left: %1, all of them again at %2.</source>
        <extracomment>%1 is &quot;400 of 1,000&quot; calls, %2 a time</extracomment>
        <translation>남은 호출: %1, %2에 모두 다시 채워집니다.</translation>
    </message>
    <message>
        <source>Waits for: %1</source>
        <translation>대기 사유: %1</translation>
    </message>
    <message>
        <source>Held by %1</source>
        <extracomment>%1 is &quot;host:process job run&quot;</extracomment>
        <translation>사용 중: %1</translation>
    </message>
    <message>
        <source>The next call may go out now.</source>
        <extracomment>%1 is why the next call of a bucket waits, which may be a sentence of its own</extracomment>
        <translation>다음 호출을 지금 보낼 수 있습니다.</translation>
    </message>
</context>
<context>
    <name>latchboard::console::LockDetail</name>
    <message>
        <source>Why we say so</source>
        <translation>판정 근거</translation>
    </message>
    <message>
        <source>What you can do</source>
        <translation>할 수 있는 일</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>텍스트로 복사</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON으로 복사</translation>
    </message>
    <message>
        <source>Details of the selected lock</source>
        <translation>선택한 락의 상세</translation>
    </message>
    <message>
        <source>Select a lock to see what it means, why we say so, and what you can do.</source>
        <translation>락을 선택하면 의미, 판정 근거, 할 수 있는 일을 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>상세</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Hexadecimal</source>
        <translation>16진수</translation>
    </message>
    <message>
        <source>classid, objid</source>
        <translation>classid, objid</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>데이터베이스</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>모드</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>수준</translation>
    </message>
    <message>
        <source>Held since</source>
        <translation>보유 시작</translation>
    </message>
    <message>
        <source>%1 at the latest</source>
        <translation>늦어도 %1</translation>
    </message>
    <message>
        <source>Held for at most</source>
        <translation>최대 보유 시간</translation>
    </message>
    <message>
        <source>Waiting since</source>
        <translation>대기 시작</translation>
    </message>
    <message>
        <source>Blocked by</source>
        <translation>막고 있는 pid</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>기다리는 pid</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>보유자</translation>
    </message>
    <message>
        <source>Backend start</source>
        <translation>백엔드 시작</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>클라이언트</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>State since</source>
        <translation>상태 시작</translation>
    </message>
    <message>
        <source>Transaction since</source>
        <translation>트랜잭션 시작</translation>
    </message>
    <message>
        <source>Wait event</source>
        <translation>대기 이벤트</translation>
    </message>
    <message>
        <source>Last statement</source>
        <translation>마지막 문장</translation>
    </message>
    <message>
        <source>Pooler</source>
        <translation>풀러</translation>
    </message>
    <message>
        <source>a client uses it</source>
        <translation>클라이언트 연결 있음</translation>
    </message>
    <message>
        <source>no client uses it</source>
        <translation>클라이언트 연결 없음</translation>
    </message>
</context>
<context>
    <name>latchboard::console::LockModel</name>
    <message>
        <source>Verdict</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>수준</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>보유자</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>클라이언트</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Held for
at least</source>
        <extracomment>Header of a narrow column, on two lines</extracomment>
        <translation>최소
보유 시간</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>대기자</translation>
    </message>
    <message>
        <source>could be %1</source>
        <extracomment>%1 is a name, or several, of which only a hash of 32 bits agrees</extracomment>
        <translation>%1일 수 있음</translation>
    </message>
    <message>
        <source> (+%1)</source>
        <extracomment>After some names: %1 more names fit the same key</extracomment>
        <translation> (+%1)</translation>
    </message>
    <message>
        <source>waits %1</source>
        <extracomment>In the column of ages, for a lock that is not granted; %1 is a duration or a time</extracomment>
        <translation>%1 대기</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>Proven at %1</source>
        <translation>확인 시각 %1</translation>
    </message>
    <message>
        <source>pg_locks does not tell the level; nothing has proven it so far.</source>
        <translation>pg_locks는 수준을 알려 주지 않으며, 아직 확인된 근거가 없습니다.</translation>
    </message>
    <message>
        <source>Waiting since %1</source>
        <translation>%1부터 대기</translation>
    </message>
    <message>
        <source>Held since %1 at the latest</source>
        <translation>늦어도 %1부터 보유</translation>
    </message>
    <message>
        <source>Not before %1</source>
        <translation>%1보다 이르지 않음</translation>
    </message>
    <message>
        <source> or </source>
        <extracomment>Between two names that fit the same key</extracomment>
        <translation> 또는 </translation>
    </message>
</context>
<context>
    <name>latchboard::console::LocksPage</name>
    <message>
        <source>Locks</source>
        <translation>락</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>대기 관계</translation>
    </message>
    <message>
        <source>Filter: name, key, holder, client, verdict</source>
        <translation>필터: 이름, 키, 보유자, 클라이언트, 판정</translation>
    </message>
    <message>
        <source>Filter the locks</source>
        <translation>락 필터</translation>
    </message>
    <message>
        <source>Advisory locks</source>
        <translation>어드바이저리 락</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>지금</translation>
    </message>
    <message>
        <source>No advisory locks are held.</source>
        <translation>보유 중인 어드바이저리 락이 없습니다.</translation>
    </message>
    <message>
        <source>That is what an idle system looks like.</source>
        <translation>쉬고 있는 시스템의 정상적인 모습입니다.</translation>
    </message>
    <message>
        <source>No lock fits the filter.</source>
        <translation>필터에 맞는 락이 없습니다.</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>필터 지우기</translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s)</source>
        <translation>
            <numerusform>락 %n개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n lock(s)</source>
        <translation>
            <numerusform>락 %n개 중 %1개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new, sorted in when no row is selected</source>
        <translation>
            <numerusform>새 락 %n개, 행 선택을 풀면 순서대로 정렬됩니다</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::MainWindow</name>
    <message>
        <source>Overview</source>
        <translation>개요</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>락</translation>
    </message>
    <message>
        <source>History</source>
        <translation>이력</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>호출 한도</translation>
    </message>
    <message>
        <source>A run is under way</source>
        <translation>실행이 진행 중입니다</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) under way here will be stopped cleanly: what was written stays, and the next run reads the same window again.</source>
        <translation>
            <numerusform>여기서 진행 중인 실행 %n건을 안전하게 중단합니다. 기록된 내용은 그대로 남고, 다음 실행이 같은 구간을 다시 읽습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>중단하고 닫기</translation>
    </message>
    <message>
        <source>Stopping the run...</source>
        <translation>실행을 중단하는 중...</translation>
    </message>
    <message>
        <source>%1 - Latchboard</source>
        <translation>%1 - Latchboard</translation>
    </message>
    <message>
        <source>Latchboard</source>
        <translation>Latchboard</translation>
    </message>
</context>
<context>
    <name>latchboard::console::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>개요</translation>
    </message>
    <message>
        <source>No job is configured for this server. The lock pages work without one; a job is a [job.NAME] section in latchboard.toml.</source>
        <translation>이 서버에 설정된 작업이 없습니다. 락 화면은 작업이 없어도 됩니다. 작업은 latchboard.toml의 [job.NAME] 절에 씁니다.</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>지금</translation>
    </message>
</context>
<context>
    <name>latchboard::console::Page</name>
    <message>
        <source>Trying again in %1.</source>
        <translation>%1 뒤 다시 시도합니다.</translation>
    </message>
    <message>
        <source>Trying again now.</source>
        <translation>지금 다시 시도합니다.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>지금 시도</translation>
    </message>
    <message>
        <source>Waiting for the first answer...</source>
        <translation>첫 응답을 기다리는 중...</translation>
    </message>
    <message>
        <source>no answer from the server.</source>
        <translation>서버가 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>Stale since %1: %2</source>
        <translation>%1 이후 갱신 안 됨: %2</translation>
    </message>
</context>
<context>
    <name>latchboard::console::Rail</name>
    <message numerus="yes">
        <source>%1, %n want attention</source>
        <extracomment>For a screen reader: a page&apos;s name and how many things on it want attention</extracomment>
        <translation>
            <numerusform>%1, 확인할 항목 %n개</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>latchboard::console::RunChart</name>
    <message>
        <source>Duration and rows of the latest runs</source>
        <translation>최근 실행의 소요 시간과 행 수</translation>
    </message>
    <message>
        <source>Rows written</source>
        <extracomment>Legend of a chart: rows that a run inserted, changed or marked as gone</extracomment>
        <translation>기록한 행</translation>
    </message>
    <message>
        <source>Duration (s)</source>
        <extracomment>Legend of a chart</extracomment>
        <translation>소요 시간(초)</translation>
    </message>
</context>
<context>
    <name>latchboard::console::RunDetail</name>
    <message>
        <source>Run this window again</source>
        <translation>이 구간 다시 실행</translation>
    </message>
    <message>
        <source>Details of the selected run</source>
        <translation>선택한 실행의 상세</translation>
    </message>
    <message>
        <source>Select a run to see its window, its counts and its error.</source>
        <translation>실행을 선택하면 구간, 건수, 오류를 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON으로 복사</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>종료</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>소요 시간</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>트리거</translation>
    </message>
    <message>
        <source>Window from</source>
        <translation>구간 시작</translation>
    </message>
    <message>
        <source>Window until</source>
        <translation>구간 끝</translation>
    </message>
    <message>
        <source>Postponed until</source>
        <translation>연기 시각</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>API calls</source>
        <translation>API 호출</translation>
    </message>
    <message>
        <source>Fetched</source>
        <translation>수신</translation>
    </message>
    <message>
        <source>New</source>
        <translation>신규</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>변경</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>동일</translation>
    </message>
    <message>
        <source>Stale</source>
        <translation>구버전</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Quarantined</source>
        <translation>격리</translation>
    </message>
    <message>
        <source>Retries 40001</source>
        <translation>재시도 40001</translation>
    </message>
    <message>
        <source>Retries 40P01</source>
        <translation>재시도 40P01</translation>
    </message>
    <message>
        <source>Waited for the limit</source>
        <translation>한도 대기</translation>
    </message>
    <message>
        <source>Lock held</source>
        <translation>락 보유</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>호스트</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>백엔드</translation>
    </message>
    <message>
        <source>Error kind</source>
        <translation>오류 종류</translation>
    </message>
    <message>
        <source>HTTP status</source>
        <translation>HTTP 상태</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
</context>
<context>
    <name>latchboard::console::RunModel</name>
    <message>
        <source>Started</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>소요 시간</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>작업</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>트리거</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>New</source>
        <extracomment>Column: orders that were new</extracomment>
        <translation>신규</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>변경</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>동일</translation>
    </message>
    <message>
        <source>Stale</source>
        <extracomment>Column: orders that were older than what is stored</extracomment>
        <translation>구버전</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>재시도</translation>
    </message>
    <message>
        <source>API calls</source>
        <translation>API 호출</translation>
    </message>
    <message>
        <source>Limit wait</source>
        <extracomment>Column: time waited for the rate limit</extracomment>
        <translation>한도 대기</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Started %1
Ended %2</source>
        <translation>시작 %1
종료 %2</translation>
    </message>
    <message>
        <source>40001: %1, 40P01: %2</source>
        <translation>40001: %1, 40P01: %2</translation>
    </message>
</context>
<context>
    <name>latchboard::console::TopLine</name>
    <message>
        <source>Sync now</source>
        <translation>지금 동기화</translation>
    </message>
    <message>
        <source>View</source>
        <translation>보기</translation>
    </message>
    <message>
        <source>Language and times</source>
        <translation>언어와 시각 표시</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>시각 표시</translation>
    </message>
    <message>
        <source>Relative (14 min)</source>
        <translation>상대 시간 (14분)</translation>
    </message>
    <message>
        <source>Local time</source>
        <translation>현지 시각</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Latchboard</source>
        <translation>Latchboard</translation>
    </message>
    <message>
        <source>, read-only</source>
        <translation>, 읽기 전용</translation>
    </message>
    <message>
        <source>no server yet</source>
        <translation>서버 없음</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>시작 중</translation>
    </message>
    <message>
        <source>%1 %2.%3, %4</source>
        <extracomment>%1 is &quot;primary&quot; or &quot;standby&quot;, %2 and %3 the server&apos;s version, %4 &quot;direct&quot; or &quot;through a pooler&quot;</extracomment>
        <translation>%1 %2.%3, %4</translation>
    </message>
    <message>
        <source>standby</source>
        <translation>스탠바이</translation>
    </message>
    <message>
        <source>primary</source>
        <translation>프라이머리</translation>
    </message>
    <message>
        <source>through a pooler</source>
        <translation>풀러 경유</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>직접 연결</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>연결 안 됨</translation>
    </message>
    <message>
        <source>live, %1</source>
        <extracomment>%1 is an age such as &quot;2 s ago&quot;</extracomment>
        <translation>실시간, %1</translation>
    </message>
    <message>
        <source>stale since %1</source>
        <extracomment>%1 is a time</extracomment>
        <translation>%1 이후 갱신 안 됨</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>연결 중</translation>
    </message>
</context>
<context>
    <name>latchboard::console::WaitTree</name>
    <message>
        <source>Backend</source>
        <translation>백엔드</translation>
    </message>
    <message>
        <source>Holds or waits for</source>
        <translation>보유 또는 대기 대상</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Waits behind it</source>
        <translation>뒤에서 대기</translation>
    </message>
    <message>
        <source>Tree of waits</source>
        <translation>대기 관계 트리</translation>
    </message>
    <message>
        <source>holds %1</source>
        <extracomment>A backend in the tree of waits; %1 is a lock&apos;s name</extracomment>
        <translation>%1 보유</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>%1 대기</translation>
    </message>
</context>
<context>
    <name>locks</name>
    <message>
        <source>A prepared transaction holds the lock; it has no process.</source>
        <translation>준비된 트랜잭션이 락을 보유하고 있으며, 프로세스가 없습니다.</translation>
    </message>
    <message>
        <source>The prepared transaction &quot;%1&quot; holds the lock; it has no process.</source>
        <translation>준비된 트랜잭션 &quot;%1&quot;이(가) 락을 보유하고 있으며, 프로세스가 없습니다.</translation>
    </message>
    <message>
        <source>Pid %1 holds the lock and itself waits for pid %2.</source>
        <translation>pid %1이(가) 락을 보유한 채 pid %2을(를) 기다리고 있습니다.</translation>
    </message>
    <message>
        <source>Pid %1 holds the lock; its state is not known.</source>
        <translation>pid %1이(가) 락을 보유하고 있으며, 상태는 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Pid %1 holds the lock; its state is &quot;%2&quot;.</source>
        <translation>pid %1이(가) 락을 보유하고 있으며, 상태는 &quot;%2&quot;입니다.</translation>
    </message>
    <message>
        <source>Pid %1 does not hold the lock: it waits as well and only stands before this session in the queue.</source>
        <translation>pid %1은(는) 락을 보유하지 않습니다. 함께 기다리면서 대기열에서 이 세션보다 앞에 있을 뿐입니다.</translation>
    </message>
    <message>
        <source>The server names pid %1 as in the way; the scan of the locks does not show how.</source>
        <translation>서버는 pid %1이(가) 막고 있다고 하지만, 락 스캔에는 이유가 나타나지 않습니다.</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>pid %1</translation>
    </message>
    <message>
        <source>a prepared transaction</source>
        <translation>준비된 트랜잭션</translation>
    </message>
    <message>
        <source>the prepared transaction &quot;%1&quot;</source>
        <translation>준비된 트랜잭션 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>At the root of the chain stands a prepared transaction.</source>
        <translation>대기 사슬의 뿌리는 준비된 트랜잭션입니다.</translation>
    </message>
    <message>
        <source>At the root of the chain stands pid %1, which waits for nobody.</source>
        <translation>대기 사슬의 뿌리는 아무것도 기다리지 않는 pid %1입니다.</translation>
    </message>
    <message>
        <source>%1 more sessions stand before this one.</source>
        <translation>이 세션 앞에 세션 %1개가 더 있습니다.</translation>
    </message>
    <message>
        <source>The server named nobody who is in its way when it was asked.</source>
        <translation>서버에 물었을 때 막고 있는 세션이 없었습니다.</translation>
    </message>
    <message>
        <source>It has waited for %1.</source>
        <translation>%1 동안 기다렸습니다.</translation>
    </message>
    <message>
        <source>The server does not tell since when it waits.</source>
        <translation>언제부터 기다렸는지 서버가 알려 주지 않습니다.</translation>
    </message>
    <message>
        <source>It is held at transaction level: %1 holds it until it is committed or rolled back.</source>
        <translation>트랜잭션 수준 락입니다. 커밋하거나 롤백할 때까지 %1이(가) 보유합니다.</translation>
    </message>
    <message>
        <source>Session level is proven: at %1 %2 was seen idle since %3, which is before the scan that showed the lock held.</source>
        <translation>세션 수준이 확인되었습니다. %1에 %2은(는) %3부터 idle이었고, 이는 락을 보유한 것으로 나타난 스캔보다 앞섭니다.</translation>
    </message>
    <message>
        <source>Session or transaction level is not known: the holder was not seen idle while it held the lock, and no run of ours recorded it.</source>
        <translation>세션 수준인지 트랜잭션 수준인지 알 수 없습니다. 락을 보유한 채 idle인 모습이 관찰되지 않았고, Latchboard의 실행 기록에도 없습니다.</translation>
    </message>
    <message>
        <source>It has been held for %1, by the run&apos;s own record.</source>
        <translation>실행 기록에 따르면 %1 동안 보유했습니다.</translation>
    </message>
    <message>
        <source>It has been held for at least %1; for how long at most is not known.</source>
        <translation>최소 %1 동안 보유했습니다. 최대 시간은 알 수 없습니다.</translation>
    </message>
    <message>
        <source>It has been held for at least %1 and at most %2.</source>
        <translation>최소 %1, 최대 %2 동안 보유했습니다.</translation>
    </message>
    <message>
        <source>The pooler %1 could not be asked: whether a client still stands behind this session is not known, so the verdict may be too mild.</source>
        <translation>풀러 %1에 물을 수 없었습니다. 이 세션 뒤에 클라이언트가 있는지 알 수 없어 판정이 실제보다 가벼울 수 있습니다.</translation>
    </message>
    <message>
        <source>The pooler %1 could not be asked (%2): whether a client still stands behind this session is not known, so the verdict may be too mild.</source>
        <translation>풀러 %1에 물을 수 없었습니다(%2). 이 세션 뒤에 클라이언트가 있는지 알 수 없어 판정이 실제보다 가벼울 수 있습니다.</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>지금까지 %1</translation>
    </message>
    <message>
        <source>since when is not known</source>
        <translation>시작 시각은 알 수 없음</translation>
    </message>
    <message>
        <source>Waits for %1 (%2).</source>
        <translation>%1을(를) 기다립니다(%2).</translation>
    </message>
    <message>
        <source>Waits for %1 behind a prepared transaction (%2).</source>
        <translation>준비된 트랜잭션 뒤에서 %1을(를) 기다립니다(%2).</translation>
    </message>
    <message>
        <source>Waits for %1 behind pid %2 (%3).</source>
        <translation>pid %2 뒤에서 %1을(를) 기다립니다(%3).</translation>
    </message>
    <message>
        <source>Terminate pid %1: this frees the lock; its open transaction is rolled back and its client loses the connection.</source>
        <translation>pid %1 종료: 락이 풀립니다. 열린 트랜잭션은 롤백되고 클라이언트 연결이 끊깁니다.</translation>
    </message>
    <message>
        <source>Terminate pid %1: this frees the lock; it has no open transaction to lose, and its client loses the connection.</source>
        <translation>pid %1 종료: 락이 풀립니다. 잃을 트랜잭션은 없고 클라이언트 연결이 끊깁니다.</translation>
    </message>
    <message>
        <source>Cancelling (pg_cancel_backend) frees nothing here: the session is idle and has no statement to cancel.</source>
        <translation>취소(pg_cancel_backend)로는 풀리지 않습니다. 세션이 idle이라 취소할 문장이 없습니다.</translation>
    </message>
    <message>
        <source>Cancel the statement of pid %1: it ends that statement only; a lock of session level stays until the session unlocks or ends.</source>
        <translation>pid %1의 문장 취소: 그 문장만 끝납니다. 세션 수준 락은 세션이 풀거나 끝날 때까지 남습니다.</translation>
    </message>
    <message>
        <source>Cancel the statement of pid %1: its transaction is rolled back, which frees the lock only if it is held at transaction level.</source>
        <translation>pid %1의 문장 취소: 트랜잭션이 롤백되며, 트랜잭션 수준 락일 때만 풀립니다.</translation>
    </message>
    <message>
        <source>Cancelling (pg_cancel_backend) frees nothing here: the session runs no statement; its client has to end the transaction.</source>
        <translation>취소(pg_cancel_backend)로는 풀리지 않습니다. 실행 중인 문장이 없으므로 클라이언트가 트랜잭션을 끝내야 합니다.</translation>
    </message>
    <message>
        <source>Ask who prepared the transaction to commit it or to roll it back; pg_prepared_xacts lists them. There is no process to terminate.</source>
        <translation>트랜잭션을 준비한 쪽에 커밋이나 롤백을 요청하십시오. 목록은 pg_prepared_xacts에 있습니다. 종료할 프로세스는 없습니다.</translation>
    </message>
    <message>
        <source>In database %1, as the owner of the transaction, run COMMIT PREPARED or ROLLBACK PREPARED for &quot;%2&quot;. There is no process to terminate.</source>
        <translation>데이터베이스 %1에서 트랜잭션 소유자로 &quot;%2&quot;에 대해 COMMIT PREPARED 또는 ROLLBACK PREPARED를 실행하십시오. 종료할 프로세스는 없습니다.</translation>
    </message>
    <message>
        <source>To prevent the next one: unlock, and check the answer, before the connection goes back to its pool; let the pool run DISCARD ALL or pg_advisory_unlock_all() when it takes one back.</source>
        <translation>재발 방지: 연결을 풀에 돌려주기 전에 락을 풀고 결과를 확인하십시오. 풀이 연결을 돌려받을 때 DISCARD ALL이나 pg_advisory_unlock_all()을 실행하게 하십시오.</translation>
    </message>
    <message>
        <source>Behind PgBouncer, take session-level locks on a direct connection or in a pool of pool_mode = session; server_reset_query_always = 1 clears them also in transaction mode.</source>
        <translation>PgBouncer를 쓴다면 세션 수준 락은 직접 연결이나 pool_mode = session 풀에서 잡으십시오. server_reset_query_always = 1이면 트랜잭션 모드에서도 락을 지웁니다.</translation>
    </message>
    <message>
        <source>Take long locks on a dedicated, direct connection that no pool hands on.</source>
        <translation>오래 쥐는 락은 풀이 넘겨주지 않는 전용 직접 연결에서 잡으십시오.</translation>
    </message>
    <message>
        <source>Milder than terminating: RECONNECT on the console of the pooler %1 closes its server connections as soon as no client uses them, and their locks with them.</source>
        <translation>종료보다 가벼운 방법: 풀러 %1 콘솔의 RECONNECT는 클라이언트가 쓰지 않는 서버 연결을 닫고, 그 락도 함께 풉니다.</translation>
    </message>
    <message>
        <source>Mildest: let the application that owns pid %1 unlock it, or close that connection or its pool.</source>
        <translation>가장 가벼운 방법: pid %1의 애플리케이션에서 락을 풀거나, 그 연결 또는 풀을 닫게 하십시오.</translation>
    </message>
    <message>
        <source>No other session can unlock it: pg_advisory_unlock works only in the session that holds the lock.</source>
        <translation>다른 세션은 이 락을 풀 수 없습니다. pg_advisory_unlock은 락을 보유한 세션에서만 동작합니다.</translation>
    </message>
    <message>
        <source>Look at pid %1 first: what it holds is what is waited for. Ending a session that only waits does not free the lock.</source>
        <translation>먼저 pid %1을(를) 살펴보십시오. 모두가 기다리는 것은 이 세션이 보유한 락입니다. 기다리기만 하는 세션을 끝내도 락은 풀리지 않습니다.</translation>
    </message>
    <message>
        <source>A prepared transaction is in the way: its owner has to commit it or roll it back.</source>
        <translation>준비된 트랜잭션이 막고 있습니다. 소유자가 커밋하거나 롤백해야 합니다.</translation>
    </message>
    <message>
        <source>Cancelling this wait (pid %1) lets those move on that only queue behind it.</source>
        <translation>이 대기(pid %1)를 취소하면 그 뒤에서 순서만 기다리던 세션이 진행합니다.</translation>
    </message>
    <message>
        <source>To prevent it: use pg_try_advisory_lock and come back, or set lock_timeout.</source>
        <translation>예방: pg_try_advisory_lock을 쓰고 나중에 다시 시도하거나, lock_timeout을 설정하십시오.</translation>
    </message>
    <message>
        <source>Wait for the next look: a session that ended has given its locks back.</source>
        <translation>다음 조회를 기다리십시오. 끝난 세션은 락을 이미 반납했습니다.</translation>
    </message>
    <message>
        <source>Set track_activities = on, so that the state of sessions can be seen.</source>
        <translation>세션 상태를 볼 수 있도록 track_activities = on으로 설정하십시오.</translation>
    </message>
    <message>
        <source>Let an administrator run: GRANT pg_monitor TO this role.</source>
        <translation>관리자가 이 역할에 GRANT pg_monitor를 실행하게 하십시오.</translation>
    </message>
    <message>
        <source>Mildest: wait, and look at what pid %1 is doing.</source>
        <translation>가장 가벼운 방법: 기다리면서 pid %1이(가) 하는 일을 살펴보십시오.</translation>
    </message>
    <message>
        <source>If this is how long the work takes, raise the key&apos;s expected_hold.</source>
        <translation>작업이 원래 이만큼 걸린다면 이 키의 expected_hold를 늘리십시오.</translation>
    </message>
    <message>
        <source>%1 is held by %2, whose state can&apos;t be seen: whether it works is not known.</source>
        <translation>%1은(는) %2이(가) 보유 중이지만 상태를 볼 수 없어, 일하는 중인지 알 수 없습니다.</translation>
    </message>
    <message>
        <source>%1 has leaked: %2 has held it for at least %3, and who took it is gone.</source>
        <translation>%1 락이 누수되었습니다. %2이(가) 최소 %3 동안 보유했고, 락을 잡은 쪽은 사라졌습니다.</translation>
    </message>
    <message>
        <source>%1 is held for at least %2 on a connection that a pooler shares among clients (%3): nobody owns that session.</source>
        <translation>%1 락이 풀러가 여러 클라이언트에 나눠 주는 연결에서 최소 %2 동안 보유되고 있습니다(%3). 이 세션은 주인이 없습니다.</translation>
    </message>
    <message>
        <source>%1 looks leaked: %2 has held it for at least %3 and does not seem to work for it.</source>
        <translation>%1 락이 누수로 보입니다. %2이(가) 최소 %3 동안 보유했지만 그 작업을 하는 것 같지 않습니다.</translation>
    </message>
    <message>
        <source>%1 is held longer than expected: for at least %2, by %3.</source>
        <translation>%1 락이 예상보다 오래 보유되고 있습니다. 최소 %2, 보유자 %3.</translation>
    </message>
    <message>
        <source>%1 is held by %2 for at least %3, and others wait for it.</source>
        <translation>%1 락을 %2이(가) 최소 %3 동안 보유 중이며, 기다리는 세션이 있습니다.</translation>
    </message>
    <message>
        <source>%1 is held by %2 for at least %3; nobody waits for it.</source>
        <translation>%1 락을 %2이(가) 최소 %3 동안 보유 중이며, 기다리는 세션은 없습니다.</translation>
    </message>
    <message>
        <source>Wait: the holder is within what is expected of it.</source>
        <translation>기다리십시오. 보유 시간은 예상 범위 안입니다.</translation>
    </message>
    <message>
        <source>The server&apos;s clock went back by %1: what earlier looks had shown is dropped, and ages and proofs of level begin anew.</source>
        <translation>서버 시계가 %1 뒤로 갔습니다. 이전 조회 결과를 버리고, 보유 시간과 수준 확인을 새로 시작합니다.</translation>
    </message>
    <message>
        <source>0 s</source>
        <translation>0초</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1초</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1분 %2초</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1시간 %2분</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1시간</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1일 %2시간</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1일</translation>
    </message>
    <message>
        <source>Pid %1, which the scan showed holding the lock, was gone when the sessions were read a moment after.</source>
        <translation>스캔에서 락을 보유했던 pid %1이(가) 직후 세션을 읽을 때는 사라졌습니다.</translation>
    </message>
    <message>
        <source>The state of pid %1 is not known: track_activities is off for it.</source>
        <translation>pid %1의 상태를 알 수 없습니다. track_activities가 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>The state and the times of pid %1 are hidden from this role: it lacks pg_monitor or pg_read_all_stats.</source>
        <translation>이 역할은 pid %1의 상태와 시각을 볼 수 없습니다. pg_monitor나 pg_read_all_stats 권한이 없습니다.</translation>
    </message>
    <message>
        <source>The pooler %1 shows this server connection (pid %2, from %3:%4) as &quot;%5&quot;, without a client.</source>
        <translation>풀러 %1에서 이 서버 연결(pid %2, %3:%4)은 클라이언트 없이 &quot;%5&quot; 상태입니다.</translation>
    </message>
    <message>
        <source>Its pool is in session mode, so the client that took the lock is gone for good.</source>
        <translation>풀이 세션 모드이므로 락을 잡은 클라이언트는 완전히 사라졌습니다.</translation>
    </message>
    <message>
        <source>Its pool is in %1 mode, and none of the pool&apos;s %2 clients was connected before %3, when the lock is known to have been held: who took it is gone.</source>
        <translation>풀이 %1 모드이고, 락이 보유된 것으로 확인된 %3 이전에 연결된 클라이언트가 이 풀의 %2개 중에 없습니다. 락을 잡은 쪽은 사라졌습니다.</translation>
    </message>
    <message>
        <source>The lock is held at session level on a server connection of the pooler %1 whose pool is in %2 mode: no client owns that session, and an unlock may reach another one.</source>
        <translation>풀러 %1의 %2 모드 풀에 속한 서버 연결에 세션 수준 락이 걸려 있습니다. 이 세션을 소유한 클라이언트가 없고, 락 해제가 다른 세션으로 갈 수 있습니다.</translation>
    </message>
    <message>
        <source>The connection is &quot;%1&quot; at the pooler.</source>
        <translation>풀러에서 이 연결은 &quot;%1&quot; 상태입니다.</translation>
    </message>
    <message>
        <source>No client uses the connection now; %1 of the pool&apos;s %2 clients may have been connected when the lock was taken and may still come back for its unlock.</source>
        <translation>지금 이 연결을 쓰는 클라이언트는 없습니다. 풀의 클라이언트 %2개 중 %1개는 락을 잡을 때 연결되어 있었을 수 있고, 돌아와서 풀 수도 있습니다.</translation>
    </message>
    <message>
        <source>%1, the expected hold of %2</source>
        <translation>%2의 예상 보유 시간 %1</translation>
    </message>
    <message>
        <source>%1, leak_idle</source>
        <translation>%1, leak_idle</translation>
    </message>
    <message>
        <source>%1 has been idle for %2 with the lock held; the limit is %3.</source>
        <translation>%1이(가) 락을 보유한 채 %2 동안 idle입니다. 기준은 %3입니다.</translation>
    </message>
    <message>
        <source>Pid %1</source>
        <translation>pid %1</translation>
    </message>
    <message>
        <source>The lock has been held for at least %1 (the limit is %2), and in that time the same backend has served at least %3 other transactions: the connection is in use, as by a pool, while its lock stays.</source>
        <translation>락이 최소 %1 동안 보유되었고(기준 %2), 그동안 같은 백엔드가 다른 트랜잭션을 %3개 이상 처리했습니다. 풀이 연결을 쓰는 동안 락만 남아 있습니다.</translation>
    </message>
    <message>
        <source>The lock has been held for at least %1, longer than the expected hold of %2 for %3.</source>
        <translation>락이 최소 %1 동안 보유되어 %3의 예상 보유 시간 %2을(를) 넘었습니다.</translation>
    </message>
    <message>
        <source>Sessions that wait for this lock: %1 (pid %2).</source>
        <translation>이 락을 기다리는 세션: %1개 (pid %2).</translation>
    </message>
    <message>
        <source>%1 is marked as long-lived: its age alone says nothing.</source>
        <translation>%1은(는) 오래 보유하는 락으로 표시되어 있어, 보유 시간만으로는 판단하지 않습니다.</translation>
    </message>
    <message>
        <source>It is within the expected hold of %1 for %2.</source>
        <translation>%2의 예상 보유 시간 %1 안에 있습니다.</translation>
    </message>
    <message>
        <source>The lock is granted and nobody waits for it.</source>
        <translation>락이 부여되었고 기다리는 세션이 없습니다.</translation>
    </message>
    <message>
        <source>a run of %1</source>
        <translation>%1의 실행</translation>
    </message>
    <message>
        <source>run %1 of job %2</source>
        <translation>작업 %2의 실행 %1</translation>
    </message>
    <message>
        <source>Session level is proven: %1 recorded that it took this lock at %2.</source>
        <translation>세션 수준이 확인되었습니다. %1이(가) %2에 이 락을 잡았다고 기록했습니다.</translation>
    </message>
    <message>
        <source>The lock was taken by %1, which wrote its end %2 ago (more than %3), and two scans since then show it still held.</source>
        <translation>%1이(가) 이 락을 잡았고 %2 전에 종료를 기록했지만(기준 %3 초과), 그 뒤 두 번의 스캔에서도 계속 보유되고 있습니다.</translation>
    </message>
    <message>
        <source>The pooler %1 was not asked between the holder&apos;s last statement and the scan, so that it proves nothing in this look.</source>
        <translation>소유 세션의 마지막 문장과 잠금 조회 사이에 풀러 %1에 묻지 못해, 이번 조회에서는 풀러가 아무것도 증명하지 못합니다.</translation>
    </message>
    <message>
        <source>The server&apos;s clock went forward by %1 more than time went by: what earlier looks had shown is dropped, and ages are counted from now on.</source>
        <translation>서버 시계가 실제로 흐른 시간보다 %1 더 앞으로 갔습니다. 이전 조회에서 알게 된 것은 버리고, 경과 시간은 지금부터 다시 셉니다.</translation>
    </message>
    <message>
        <source>No expected hold is known for this key; the limit is %1.</source>
        <translation>이 키의 예상 보유 시간이 없어 기준은 %1입니다.</translation>
    </message>
    <message>
        <source>%1, by its own record</source>
        <translation>%1(스스로 남긴 기록)</translation>
    </message>
    <message>
        <source>this key (%1 times the 95th percentile of its last %2 holds)</source>
        <translation>이 키(최근 %2회 보유 시간 95 백분위수의 %1배)</translation>
    </message>
    <message>
        <source>By itself the pooler %1 closes this connection in %2 at the earliest (%3), and not before its client lets go of it.</source>
        <translation>풀러 %1이(가) 이 연결을 스스로 닫는 것은 빨라도 %2 뒤이며(%3), 클라이언트가 놓기 전에는 닫지 않습니다.</translation>
    </message>
    <message>
        <source>By itself the pooler %1 closes this connection as soon as its client lets go of it (%2).</source>
        <translation>클라이언트가 놓는 대로 풀러 %1이(가) 이 연결을 스스로 닫습니다(%2).</translation>
    </message>
    <message>
        <source>By itself the pooler %1 closes this connection, and frees the lock, in %2 at the earliest (%3); each use before then may put it off.</source>
        <translation>풀러 %1이(가) 이 연결을 스스로 닫아 잠금이 풀리는 것은 빨라도 %2 뒤입니다(%3). 그 전에 쓰일 때마다 늦어질 수 있습니다.</translation>
    </message>
    <message>
        <source>By itself the pooler %1 closes this connection, and frees the lock, any moment (%2).</source>
        <translation>풀러 %1이(가) 곧 이 연결을 스스로 닫아 잠금이 풀립니다(%2).</translation>
    </message>
</context>
<context>
    <name>ops</name>
    <message>
        <source>No job is scheduled: none has auto_sync = true and all that it needs.</source>
        <translation>예약된 작업이 없습니다. auto_sync = true이면서 필요한 것이 모두 있는 작업이 없습니다.</translation>
    </message>
    <message>
        <source>See `latchctl status` for what each job lacks.</source>
        <translation>작업마다 무엇이 빠졌는지는 `latchctl status`로 보십시오.</translation>
    </message>
    <message>
        <source>is not supported by this version</source>
        <translation>이 버전에서 지원하지 않습니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: only &quot;UTC&quot; is supported by this version</source>
        <translation>&quot;%1&quot;: 이 버전은 &quot;UTC&quot;만 지원합니다</translation>
    </message>
    <message>
        <source>must give between 1 and 1,000,000 slots</source>
        <translation>슬롯이 1개에서 1,000,000개 사이여야 합니다</translation>
    </message>
    <message>
        <source>has more than 1,000,000 values</source>
        <translation>값이 1,000,000개를 넘습니다</translation>
    </message>
    <message>
        <source>expected two whole numbers, the least and the greatest</source>
        <translation>최솟값과 최댓값, 정수 두 개여야 합니다</translation>
    </message>
    <message>
        <source>needs exactly one of values, values_sql, range, file and slots: where its values come from</source>
        <translation>값의 출처로 values, values_sql, range, file, slots 가운데 정확히 하나가 필요합니다</translation>
    </message>
    <message>
        <source>expected two whole numbers of 32 bits</source>
        <translation>32비트 정수 두 개여야 합니다</translation>
    </message>
    <message>
        <source>unknown scheme &quot;%1&quot;</source>
        <translation>알 수 없는 방식 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>unknown scheme &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation>알 수 없는 방식 &quot;%1&quot;입니다. &quot;%2&quot;을(를) 뜻했습니까?</translation>
    </message>
    <message>
        <source>expected a reference: &quot;env:NAME&quot;, &quot;file:PATH&quot;, &quot;keychain:NAME&quot; or &quot;credential:NAME&quot;; a password itself never stands in this file</source>
        <translation>&quot;env:NAME&quot;, &quot;file:PATH&quot;, &quot;keychain:NAME&quot;, &quot;credential:NAME&quot; 형식의 참조여야 합니다. 비밀번호 자체는 이 파일에 쓰지 않습니다</translation>
    </message>
    <message>
        <source>the file %1 (key %2) is not there</source>
        <translation>파일 %1(키 %2)이(가) 없습니다</translation>
    </message>
    <message>
        <source>there is no profile &quot;%1&quot;</source>
        <translation>프로필 &quot;%1&quot;이(가) 없습니다</translation>
    </message>
    <message>
        <source>there is no profile &quot;%1&quot;; did you mean &quot;%2&quot;?</source>
        <translation>프로필 &quot;%1&quot;이(가) 없습니다. &quot;%2&quot;을(를) 뜻했습니까?</translation>
    </message>
    <message>
        <source>must be at least one second</source>
        <translation>1초 이상이어야 합니다</translation>
    </message>
    <message>
        <source>the secret &quot;%1&quot;: %2</source>
        <translation>비밀 값 &quot;%1&quot;: %2</translation>
    </message>
    <message>
        <source>The profile &quot;%1&quot; is read-only: it looks and does not touch.</source>
        <translation>프로필 &quot;%1&quot;은(는) 읽기 전용이라 조회만 합니다.</translation>
    </message>
    <message>
        <source>Use a profile without read_only = true.</source>
        <translation>read_only = true가 아닌 프로필을 쓰십시오.</translation>
    </message>
    <message>
        <source>The values of a template, %1, cannot be read: %2</source>
        <translation>템플릿 값 %1을(를) 읽을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not true or false</source>
        <translation>&quot;%1&quot;은(는) true나 false가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a duration such as &quot;90s&quot;</source>
        <translation>&quot;%1&quot;은(는) &quot;90s&quot; 같은 기간이 아닙니다</translation>
    </message>
    <message>
        <source>There is no job &quot;%1&quot;: no configuration file was found.</source>
        <translation>작업 &quot;%1&quot;이(가) 없습니다. 설정 파일을 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>Name one with --config, or write ~/.config/latchboard/latchboard.toml.</source>
        <translation>--config로 지정하거나 ~/.config/latchboard/latchboard.toml을 쓰십시오.</translation>
    </message>
    <message>
        <source>There is no job &quot;%1&quot; in %2.</source>
        <translation>%2에 작업 &quot;%1&quot;이(가) 없습니다.</translation>
    </message>
    <message>
        <source>It has: %1.</source>
        <translation>있는 작업: %1.</translation>
    </message>
    <message>
        <source>Did you mean &quot;%1&quot;?</source>
        <translation>&quot;%1&quot;을(를) 뜻했습니까?</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>The job &quot;%1&quot; cannot run: %2.</source>
        <translation>작업 &quot;%1&quot;을(를) 실행할 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>%1 is already running here.</source>
        <translation>%1은(는) 여기서 이미 실행 중입니다.</translation>
    </message>
    <message>
        <source>Watch it below, or cancel it.</source>
        <translation>아래에서 지켜보거나 취소하십시오.</translation>
    </message>
    <message>
        <source>the file %1 cannot be read: %2</source>
        <translation>파일 %1을(를) 읽을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>the file %1 may be read by others</source>
        <translation>파일 %1을(를) 다른 사용자가 읽을 수 있습니다</translation>
    </message>
    <message>
        <source>chmod 600 %1</source>
        <translation>chmod 600 %1</translation>
    </message>
    <message>
        <source>the system keychain has no &quot;%1&quot; for latchboard: %2</source>
        <translation>시스템 키체인에 latchboard용 &quot;%1&quot;이(가) 없습니다: %2</translation>
    </message>
    <message>
        <source>the environment variable %1 is not set</source>
        <translation>환경 변수 %1이(가) 설정되지 않았습니다</translation>
    </message>
    <message>
        <source>the credential &quot;%1&quot;: CREDENTIALS_DIRECTORY is not set, so this was not started by systemd with LoadCredential=</source>
        <translation>자격 증명 &quot;%1&quot;: CREDENTIALS_DIRECTORY가 없습니다. systemd의 LoadCredential=로 시작한 것이 아닙니다</translation>
    </message>
    <message>
        <source>the credential &quot;%1&quot; cannot be read: %2</source>
        <translation>자격 증명 &quot;%1&quot;을(를) 읽을 수 없습니다: %2</translation>
    </message>
    <message>
        <source>a secret is a reference: &quot;env:NAME&quot;, &quot;file:PATH&quot;, &quot;keychain:NAME&quot; or &quot;credential:NAME&quot;</source>
        <translation>비밀 값은 &quot;env:NAME&quot;, &quot;file:PATH&quot;, &quot;keychain:NAME&quot;, &quot;credential:NAME&quot; 형식의 참조입니다</translation>
    </message>
    <message>
        <source>There is no profile &quot;%1&quot;: no configuration file was found.</source>
        <translation>프로필 &quot;%1&quot;이(가) 없습니다. 설정 파일을 찾지 못했습니다.</translation>
    </message>
    <message>
        <source>There is no profile &quot;%1&quot; in %2.</source>
        <translation>%2에 프로필 &quot;%1&quot;이(가) 없습니다.</translation>
    </message>
    <message>
        <source>--profile and --conninfo both name a server; give one of them.</source>
        <translation>--profile과 --conninfo가 모두 서버를 가리킵니다. 하나만 주십시오.</translation>
    </message>
    <message>
        <source>The password of profile &quot;%1&quot;: %2</source>
        <translation>프로필 &quot;%1&quot;의 비밀번호: %2</translation>
    </message>
    <message>
        <source>The secret &quot;%1&quot; of %2: %3</source>
        <translation>%2의 비밀 값 &quot;%1&quot;: %3</translation>
    </message>
    <message>
        <source>This server is a standby: it takes no writes and has advisory locks of its own, so no run starts here. Connect to the primary.</source>
        <translation>이 서버는 스탠바이입니다. 쓰기를 받지 않고 자체 advisory 락을 가지므로 여기서는 실행을 시작하지 않습니다. 프라이머리에 연결하십시오.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no time zone; write &quot;UTC&quot;, an offset such as &quot;+09:00&quot;, or a name such as &quot;Asia/Seoul&quot;</source>
        <translation>&quot;%1&quot;은(는) 시간대가 아닙니다. &quot;UTC&quot;, &quot;+09:00&quot; 같은 시차, 또는 &quot;Asia/Seoul&quot; 같은 이름을 쓰십시오</translation>
    </message>
    <message>
        <source>its values of %1: %2</source>
        <translation>%1의 값: %2</translation>
    </message>
    <message>
        <source>gives %1 jobs; at most %2 are scheduled by one file</source>
        <translation>작업이 %1개 생깁니다. 파일 하나로 예약할 수 있는 작업은 최대 %2개입니다</translation>
    </message>
    <message>
        <source>has %1 variables; it takes one</source>
        <translation>변수가 %1개 있습니다. 하나만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>can&apos;t be the values of jobs: they pass</source>
        <translation>작업의 값이 될 수 없습니다. 지나가는 시각이기 때문입니다</translation>
    </message>
    <message>
        <source>all jobs of for_each would share this lock; write {%1} into it</source>
        <translation>for_each의 모든 작업이 이 잠금을 함께 쓰게 됩니다. 이름에 {%1}을(를) 넣으십시오</translation>
    </message>
    <message>
        <source>The key has no name: name the lock to be freed.</source>
        <translation>키 이름이 비어 있습니다. 풀 잠금의 이름을 적으세요.</translation>
    </message>
    <message>
        <source>An act needs a reason in words: it is kept in the audit.</source>
        <translation>조치에는 이유가 필요합니다. 감사 기록에 남습니다.</translation>
    </message>
    <message>
        <source>Names of locks can&apos;t be read now: %1</source>
        <translation>지금은 잠금 이름을 읽을 수 없습니다: %1</translation>
    </message>
    <message>
        <source>What runs recorded of their locks can&apos;t be read now: %1</source>
        <translation>지금은 실행이 남긴 잠금 기록을 읽을 수 없습니다: %1</translation>
    </message>
    <message>
        <source>This server&apos;s hashtext gives other values than are computed here: names of the schemes hashtext and hashtextextended are not to be trusted.</source>
        <translation>이 서버의 hashtext 값이 여기서 계산한 값과 다릅니다. hashtext와 hashtextextended 방식의 이름은 믿을 수 없습니다.</translation>
    </message>
    <message>
        <source>This database&apos;s encoding is %1, and hashes are computed here for UTF-8: keys that hashtext makes of names outside of ASCII are not recognised.</source>
        <translation>이 데이터베이스의 인코딩은 %1인데 여기서는 UTF-8로 해시를 계산합니다. ASCII가 아닌 이름을 hashtext로 만든 키는 알아볼 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>pg</name>
    <message>
        <source>the constraint %1 is deferrable, so that it can&apos;t decide a conflict</source>
        <translation>제약 조건 %1은(는) DEFERRABLE이라 충돌을 판정할 수 없습니다</translation>
    </message>
    <message>
        <source>No server listens there: check host and port, and that PostgreSQL runs and listens on that address.</source>
        <translation>그 주소에서 수신하는 서버가 없습니다. 호스트와 포트, PostgreSQL이 실행 중이고 그 주소에서 수신하는지 확인하십시오.</translation>
    </message>
    <message>
        <source>The host&apos;s name can&apos;t be looked up: check its spelling and the name server.</source>
        <translation>호스트 이름을 찾을 수 없습니다. 철자와 네임 서버를 확인하십시오.</translation>
    </message>
    <message>
        <source>The host does not answer: check the network, VPN and firewall.</source>
        <translation>호스트가 응답하지 않습니다. 네트워크, VPN, 방화벽을 확인하십시오.</translation>
    </message>
    <message>
        <source>Name where the password is kept: `password` of the profile, PGPASSWORD or a pass file.</source>
        <translation>비밀번호를 둔 곳을 지정하십시오: 프로필의 `password`, PGPASSWORD 또는 pass 파일.</translation>
    </message>
    <message>
        <source>Check host, port and network.</source>
        <translation>호스트, 포트, 네트워크를 확인하십시오.</translation>
    </message>
    <message>
        <source>No connection to %1: %2</source>
        <translation>%1에 연결할 수 없습니다: %2</translation>
    </message>
    <message>
        <source>The connection settings can&apos;t be read: %1.</source>
        <translation>연결 설정을 읽을 수 없습니다: %1.</translation>
    </message>
    <message>
        <source>The connection settings can&apos;t be read: a quote is not closed.</source>
        <translation>연결 설정을 읽을 수 없습니다. 따옴표가 닫히지 않았습니다.</translation>
    </message>
    <message>
        <source>The connection settings can&apos;t be read: the URI is not well formed.</source>
        <translation>연결 설정을 읽을 수 없습니다. URI 형식이 올바르지 않습니다.</translation>
    </message>
    <message>
        <source>The connection settings can&apos;t be read: they are not a list of key=value.</source>
        <translation>연결 설정을 읽을 수 없습니다. key=value 목록이 아닙니다.</translation>
    </message>
    <message>
        <source>Quote values with blanks as key=&apos;value&apos; with \&apos; and \\ inside, or percent-encode them in a URI; keep the password out of them and name where it is kept.</source>
        <translation>빈칸이 있는 값은 key=&apos;value&apos;로 감싸고 안에는 \&apos;와 \\를 쓰거나, URI에서는 퍼센트 인코딩하십시오. 비밀번호는 넣지 말고 둔 곳을 지정하십시오.</translation>
    </message>
    <message>
        <source>The host of the connection settings contains &apos;@&apos;: it would hold a part of the password.</source>
        <translation>연결 설정의 호스트에 &apos;@&apos;가 있습니다. 비밀번호 일부가 들어 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>The port of the connection settings is not a number.</source>
        <translation>연결 설정의 포트가 숫자가 아닙니다.</translation>
    </message>
    <message>
        <source>No connection to %1: no answer within %2.</source>
        <translation>%1에 연결할 수 없습니다. %2 안에 응답이 없습니다.</translation>
    </message>
    <message>
        <source>Check host, port, network and firewall; the server may also be overloaded.</source>
        <translation>호스트, 포트, 네트워크, 방화벽을 확인하십시오. 서버가 과부하일 수도 있습니다.</translation>
    </message>
    <message>
        <source>The schema latchboard has version %1; this program knows %2.</source>
        <translation>latchboard 스키마는 버전 %1이고, 이 프로그램은 %2까지 압니다.</translation>
    </message>
    <message>
        <source>Use a newer version of the program.</source>
        <translation>더 새로운 버전의 프로그램을 쓰십시오.</translation>
    </message>
    <message>
        <source>%1 is a standby: a schema can&apos;t be made there.</source>
        <translation>%1은(는) 스탠바이라 스키마를 만들 수 없습니다.</translation>
    </message>
    <message>
        <source>Migrate the primary; standbys follow it.</source>
        <translation>프라이머리에서 마이그레이션하십시오. 스탠바이는 따라옵니다.</translation>
    </message>
    <message>
        <source>As an owner of the database: grant create on database %1 to %2.</source>
        <translation>데이터베이스 소유자로 실행하십시오: grant create on database %1 to %2.</translation>
    </message>
    <message>
        <source>Another migration of the schema latchboard is still under way.</source>
        <translation>latchboard 스키마의 다른 마이그레이션이 아직 진행 중입니다.</translation>
    </message>
    <message>
        <source>Look at who holds the lock %1.</source>
        <translation>락 %1의 보유자를 확인하십시오.</translation>
    </message>
    <message>
        <source>The server does not list the own session.</source>
        <translation>서버 목록에 현재 세션이 없습니다.</translation>
    </message>
    <message>
        <source>A statement has %1 parameters; the protocol takes at most %2.</source>
        <translation>문장의 매개변수가 %1개입니다. 프로토콜은 최대 %2개까지 받습니다.</translation>
    </message>
    <message>
        <source>A text holds U+0000, which PostgreSQL can&apos;t store.</source>
        <translation>텍스트에 PostgreSQL이 저장할 수 없는 U+0000이 있습니다.</translation>
    </message>
    <message>
        <source>COPY is not spoken here.</source>
        <translation>여기서는 COPY를 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>%1 did not answer a statement in time.</source>
        <translation>%1이(가) 제때 문장에 응답하지 않았습니다.</translation>
    </message>
    <message>
        <source>Check the network and the server&apos;s load.</source>
        <translation>네트워크와 서버 부하를 확인하십시오.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2</source>
        <translation>%1 연결이 끊겼습니다: %2</translation>
    </message>
    <message>
        <source>Look whether the server restarted, ended the session, or the network broke.</source>
        <translation>서버 재시작, 세션 종료, 네트워크 단절 여부를 확인하십시오.</translation>
    </message>
    <message>
        <source>%1 refused a statement: %2 (SQLSTATE %3)</source>
        <translation>%1이(가) 문장을 거부했습니다: %2 (SQLSTATE %3)</translation>
    </message>
    <message>
        <source>No pg_monitor: the state of other users&apos; sessions is hidden. To see it: GRANT pg_monitor TO %1.</source>
        <translation>pg_monitor 권한이 없어 다른 사용자의 세션 상태를 볼 수 없습니다. 보려면: GRANT pg_monitor TO %1.</translation>
    </message>
    <message>
        <source>This server is a standby: its advisory locks are its own, and say nothing about the primary&apos;s.</source>
        <translation>이 서버는 스탠바이입니다. 어드바이저리 락은 이 서버만의 것이며 프라이머리의 락과 무관합니다.</translation>
    </message>
    <message>
        <source>Check the password and where the profile takes it from.</source>
        <translation>비밀번호와 프로필이 그것을 가져오는 곳을 확인하십시오.</translation>
    </message>
    <message>
        <source>Check the role&apos;s name, that it may log in, and the server&apos;s pg_hba.conf.</source>
        <translation>역할 이름, 로그인 권한, 서버의 pg_hba.conf를 확인하십시오.</translation>
    </message>
    <message>
        <source>Check the database&apos;s name (dbname), or create it.</source>
        <translation>데이터베이스 이름(dbname)을 확인하거나 새로 만드십시오.</translation>
    </message>
    <message>
        <source>Close sessions that nobody needs, or raise max_connections; a pooler in session mode also helps.</source>
        <translation>필요 없는 세션을 닫거나 max_connections를 늘리십시오. 세션 모드 풀러도 도움이 됩니다.</translation>
    </message>
    <message>
        <source>The server is starting, stopping or recovering; try again in a moment.</source>
        <translation>서버가 시작, 종료 또는 복구 중입니다. 잠시 후 다시 시도하십시오.</translation>
    </message>
    <message>
        <source>Grant the role what it lacks. For Latchboard&apos;s own tables: grant usage on schema latchboard to ROLE; grant select, insert, update, delete on all tables in schema latchboard to ROLE; grant usage on all sequences in schema latchboard to ROLE</source>
        <translation>역할에 빠진 권한을 부여하십시오. Latchboard 자체 테이블: grant usage on schema latchboard to ROLE; grant select, insert, update, delete on all tables in schema latchboard to ROLE; grant usage on all sequences in schema latchboard to ROLE</translation>
    </message>
    <message>
        <source>Run `latchctl migrate` for the schema latchboard; create a missing table of your own.</source>
        <translation>latchboard 스키마는 `latchctl migrate`로 만들고, 빠진 자체 테이블은 직접 만드십시오.</translation>
    </message>
    <message>
        <source>The server takes no writes: connect to the primary.</source>
        <translation>이 서버는 쓰기를 받지 않습니다. 프라이머리에 연결하십시오.</translation>
    </message>
    <message>
        <source>COMMIT answered %1: the transaction had failed and nothing of it stands.</source>
        <translation>COMMIT의 응답이 %1입니다. 트랜잭션은 이미 실패했고 아무것도 반영되지 않았습니다.</translation>
    </message>
    <message>
        <source>The connection was lost during COMMIT, so that it is not known whether the transaction stands: %1</source>
        <translation>COMMIT 도중 연결이 끊겨 트랜잭션이 반영되었는지 알 수 없습니다: %1</translation>
    </message>
    <message>
        <source>The next run repeats the window; it changes nothing that is already there.</source>
        <translation>다음 실행이 이 구간을 반복하며, 이미 있는 것은 바뀌지 않습니다.</translation>
    </message>
    <message>
        <source>A transaction that can be tried again was begun inside an open one.</source>
        <translation>재시도할 수 있는 트랜잭션이 열린 트랜잭션 안에서 시작되었습니다.</translation>
    </message>
    <message>
        <source>%1 Given up after %2 attempts.</source>
        <translation>%1 %2번 시도한 뒤 포기했습니다.</translation>
    </message>
    <message>
        <source>A pooler stands between us and %1: the lock could stay on a connection that others use.</source>
        <translation>%1와(과)의 사이에 풀러가 있습니다. 다른 클라이언트가 쓰는 연결에 락이 남을 수 있습니다.</translation>
    </message>
    <message>
        <source>Connect to the server itself, or to a pool in session mode and say pooling = &quot;session&quot;.</source>
        <translation>서버에 직접 연결하거나, 세션 모드 풀에 연결하고 pooling = &quot;session&quot;이라고 쓰십시오.</translation>
    </message>
    <message>
        <source>%1 is a standby: it has advisory locks of its own and takes no writes.</source>
        <translation>%1은(는) 스탠바이입니다. 어드바이저리 락이 따로 있고 쓰기를 받지 않습니다.</translation>
    </message>
    <message>
        <source>Connect to the primary, for example with target_session_attrs=read-write.</source>
        <translation>target_session_attrs=read-write 등으로 프라이머리에 연결하십시오.</translation>
    </message>
    <message>
        <source>The lock %1 is not one that SQL can take.</source>
        <translation>락 %1은(는) SQL로 잡을 수 있는 락이 아닙니다.</translation>
    </message>
    <message>
        <source>The run&apos;s session is closed, and its lock with it.</source>
        <translation>실행의 세션이 닫혔고 락도 함께 풀렸습니다.</translation>
    </message>
    <message>
        <source>pg_advisory_unlock of %1 answered false: the session did not hold it.</source>
        <translation>%1의 pg_advisory_unlock이 false를 돌려주었습니다. 세션이 보유하고 있지 않았습니다.</translation>
    </message>
    <message>
        <source>pg_advisory_unlock of %1 failed: %2</source>
        <translation>%1의 pg_advisory_unlock이 실패했습니다: %2</translation>
    </message>
    <message>
        <source>The session was closed, which gives back whatever it held.</source>
        <translation>세션을 닫았으므로 보유하던 것은 모두 반납되었습니다.</translation>
    </message>
    <message>
        <source>The server&apos;s clock can&apos;t be read.</source>
        <translation>서버 시계를 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>The bucket is paused already.</source>
        <translation>버킷이 이미 일시 중지되어 있습니다.</translation>
    </message>
    <message>
        <source>The bucket is not paused.</source>
        <translation>버킷이 일시 중지 상태가 아닙니다.</translation>
    </message>
    <message>
        <source>The bucket can&apos;t wait longer.</source>
        <translation>버킷을 더 기다리게 할 수 없습니다.</translation>
    </message>
    <message>
        <source>The bucket has no lost holder: a lease can be released only after it ended.</source>
        <translation>유실된 보유자가 없습니다. 리스는 만료된 뒤에만 해제할 수 있습니다.</translation>
    </message>
    <message>
        <source>The bucket is not locked out.</source>
        <translation>버킷이 차단 상태가 아닙니다.</translation>
    </message>
    <message>
        <source>A wait can&apos;t be taken back, so it is at most %1.</source>
        <translation>기다림은 되돌릴 수 없으므로 최대 %1입니다.</translation>
    </message>
    <message>
        <source>Pause the bucket instead, and resume it when it may be asked again.</source>
        <translation>대신 버킷을 일시 중지하고, 다시 호출해도 될 때 재개하십시오.</translation>
    </message>
    <message>
        <source>An act on a bucket needs a reason.</source>
        <translation>버킷 조작에는 사유가 필요합니다.</translation>
    </message>
    <message>
        <source>There is no bucket &quot;%1&quot;.</source>
        <translation>버킷 &quot;%1&quot;이(가) 없습니다.</translation>
    </message>
    <message>
        <source>`latchctl limits` lists them.</source>
        <translation>목록은 `latchctl limits`로 보십시오.</translation>
    </message>
    <message>
        <source>paused by %1: %2</source>
        <translation>%1이(가) 일시 중지: %2</translation>
    </message>
    <message>
        <source>locked out by the source: %1</source>
        <translation>소스가 차단함: %1</translation>
    </message>
    <message>
        <source>in use by %1</source>
        <translation>%1이(가) 호출 중</translation>
    </message>
    <message>
        <source>the source said to wait: %1</source>
        <translation>소스가 대기를 지시함: %1</translation>
    </message>
    <message>
        <source>an operator said to wait: %1</source>
        <translation>운영자가 대기를 지시함: %1</translation>
    </message>
    <message>
        <source>its last holder was lost: %1</source>
        <translation>마지막 보유자 유실: %1</translation>
    </message>
    <message>
        <source>spacing between two calls</source>
        <translation>호출 사이 간격</translation>
    </message>
    <message>
        <source>What did not run is no run.</source>
        <translation>실행되지 않은 것은 실행으로 기록하지 않습니다.</translation>
    </message>
    <message>
        <source>A run has one session only.</source>
        <translation>실행은 세션을 하나만 씁니다.</translation>
    </message>
    <message>
        <source>The session that holds the lock is gone, and the lock with it: %1</source>
        <translation>락을 보유한 세션이 사라져 락도 풀렸습니다: %1</translation>
    </message>
    <message>
        <source>The next run begins the same window again.</source>
        <translation>다음 실행이 같은 구간을 다시 시작합니다.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>names of new databases and roles can&apos;t be read now</source>
        <translation>지금은 새 데이터베이스와 역할의 이름을 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>who blocks whom can&apos;t be read now</source>
        <translation>지금은 누가 누구를 막는지 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>other locks in the wait chains can&apos;t be read now</source>
        <translation>지금은 대기 사슬의 다른 락을 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>prepared transactions can&apos;t be read now</source>
        <translation>지금은 준비된 트랜잭션을 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>roles and schema can&apos;t be read now</source>
        <translation>지금은 역할과 스키마를 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>A pooler stands between us and the server.</source>
        <translation>서버와의 사이에 풀러가 있습니다.</translation>
    </message>
    <message>
        <source>The table %1 does not fit: %2</source>
        <translation>테이블 %1이(가) 맞지 않습니다: %2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>Have this run: %1</source>
        <translation>다음을 실행하게 하십시오: %1</translation>
    </message>
    <message>
        <source>no column %1</source>
        <translation>열 %1 없음</translation>
    </message>
    <message>
        <source>column %1 is generated and can&apos;t be written</source>
        <translation>열 %1은(는) 생성 열이라 쓸 수 없음</translation>
    </message>
    <message>
        <source>column %1 is %2, not %3</source>
        <translation>열 %1의 형식이 %3이(가) 아니라 %2임</translation>
    </message>
    <message>
        <source>column %1 needs a value and the mapping has none</source>
        <translation>열 %1에 값이 필요하지만 매핑에 없음</translation>
    </message>
    <message>
        <source>no unique index on (%1)%2</source>
        <translation>(%1)%2에 유니크 인덱스 없음</translation>
    </message>
    <message>
        <source>the predicate index_where can&apos;t be used: %1</source>
        <translation>index_where 조건을 쓸 수 없음: %1</translation>
    </message>
    <message>
        <source>no usage of schema %1</source>
        <translation>스키마 %1의 usage 권한 없음</translation>
    </message>
    <message>
        <source>no right to latchboard.%1 and %2 more</source>
        <translation>latchboard.%1 외 %2개의 권한 없음</translation>
    </message>
    <message>
        <source>%1 has no schema latchboard.</source>
        <translation>%1에 latchboard 스키마가 없습니다.</translation>
    </message>
    <message>
        <source>Run `latchctl migrate`.</source>
        <translation>`latchctl migrate`를 실행하십시오.</translation>
    </message>
    <message>
        <source>%1 has no table %2.</source>
        <translation>%1에 테이블 %2이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Create it, or mend `table` of the target file.</source>
        <translation>테이블을 만들거나 대상 파일의 `table`을 고치십시오.</translation>
    </message>
    <message>
        <source>The table %1 is not there.</source>
        <translation>테이블 %1이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The session that holds the lock is gone; what it wrote last was rolled back.</source>
        <translation>락을 보유한 세션이 사라졌습니다. 마지막 기록은 롤백되었습니다.</translation>
    </message>
    <message>
        <source>The schema latchboard is older than this program: run `latchctl migrate`.</source>
        <translation>latchboard 스키마가 이 프로그램보다 오래되었습니다. `latchctl migrate`를 실행하십시오.</translation>
    </message>
    <message>
        <source>all %1 calls of the period are used up; the next one begins at %2</source>
        <translation>이 기간의 호출 %1회를 모두 썼습니다. 다음 기간은 %2에 시작합니다</translation>
    </message>
    <message>
        <source>the burst of %1 calls is used up</source>
        <translation>버스트 호출 %1회를 모두 썼습니다</translation>
    </message>
    <message>
        <source>%1 buckets were asked for, and %2 answered.</source>
        <translation>버킷 %1개를 요청했는데 %2개가 응답했습니다.</translation>
    </message>
    <message>
        <source>A grant of other buckets can&apos;t be finished.</source>
        <translation>다른 버킷의 허가는 마칠 수 없습니다.</translation>
    </message>
    <message>
        <source>no column %1, and no type %2</source>
        <translation>열 %1과(와) 형식 %2이(가) 없음</translation>
    </message>
    <message>
        <source>Mend the type of %1 in the target file</source>
        <translation>대상 파일에서 %1의 형식을 고치십시오</translation>
    </message>
    <message>
        <source>column %1 is boolean, which does not say by itself which rows are live</source>
        <translation>열 %1이(가) boolean이라 어느 행이 살아 있는지 그것만으로는 알 수 없음</translation>
    </message>
    <message>
        <source>Add to the target file: %1</source>
        <translation>대상 파일에 추가하십시오: %1</translation>
    </message>
    <message>
        <source>column %1 is %2, and there is no type %3</source>
        <translation>열 %1의 형식은 %2이고, 형식 %3은(는) 없음</translation>
    </message>
    <message>
        <source>Map another column than the virtual one %1</source>
        <translation>가상 열 %1 대신 다른 열을 매핑하십시오</translation>
    </message>
    <message>
        <source>column %1 is always generated as an identity and can&apos;t be written</source>
        <translation>열 %1은(는) 항상 생성되는 identity 열이라 쓸 수 없음</translation>
    </message>
    <message>
        <source>column %1 can&apos;t be null, as it is in a live row</source>
        <translation>열 %1은(는) 살아 있는 행에서 null이어야 하지만 null을 허용하지 않음</translation>
    </message>
    <message>
        <source>Give the column %1 a default, or fill it in [target.columns]</source>
        <translation>열 %1에 기본값을 주거나 [target.columns]에서 채우십시오</translation>
    </message>
    <message>
        <source>no right to %1</source>
        <translation>%1 권한 없음</translation>
    </message>
    <message>
        <source>no right to the sequence %1 of a default</source>
        <translation>기본값에 쓰이는 시퀀스 %1의 권한 없음</translation>
    </message>
    <message>
        <source>the unique index %1 is not valid</source>
        <translation>유니크 인덱스 %1이(가) 유효하지 않음</translation>
    </message>
    <message>
        <source>Mend `index_where` of the target file</source>
        <translation>대상 파일의 `index_where`를 고치십시오</translation>
    </message>
    <message>
        <source>a view</source>
        <translation>뷰</translation>
    </message>
    <message>
        <source>a materialized view</source>
        <translation>구체화된 뷰</translation>
    </message>
    <message>
        <source>a foreign table</source>
        <translation>외부 테이블</translation>
    </message>
    <message>
        <source>a sequence</source>
        <translation>시퀀스</translation>
    </message>
    <message>
        <source>an index</source>
        <translation>인덱스</translation>
    </message>
    <message>
        <source>a composite type</source>
        <translation>복합 형식</translation>
    </message>
    <message>
        <source>%1 is %2; orders can be written to a table only.</source>
        <translation>%1은(는) %2입니다. 주문은 테이블에만 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>Name the table under it as `table` of the target file; it reads %1.</source>
        <translation>그 아래에 있는 테이블을 대상 파일의 `table`에 적으십시오. 이 뷰는 %1을(를) 읽습니다.</translation>
    </message>
    <message>
        <source>Run the job on the server that holds the table, or name a table of this database as `table` of the target file: a foreign table has no unique index here.</source>
        <translation>테이블이 있는 서버에서 작업을 실행하거나, 이 데이터베이스의 테이블을 대상 파일의 `table`에 적으십시오. 외부 테이블에는 이곳에 유니크 인덱스가 없습니다.</translation>
    </message>
    <message>
        <source>Name a table as `table` of the target file.</source>
        <translation>대상 파일의 `table`에 테이블을 적으십시오.</translation>
    </message>
    <message>
        <source>%1 is partitioned by an expression (%2), so that no unique index can hold over it</source>
        <translation>%1은(는) 식(%2)으로 파티션되어 있어, 전체에 걸친 유니크 인덱스를 둘 수 없음</translation>
    </message>
    <message>
        <source>Name a table that is partitioned by columns of the key, or not at all</source>
        <translation>키의 열로 파티션되었거나 파티션되지 않은 테이블을 적으십시오</translation>
    </message>
    <message>
        <source>%1 is partitioned by %2, which is not in the key (%3): no unique index can hold over all partitions</source>
        <translation>%1은(는) 키(%3)에 없는 %2(으)로 파티션되어 있어, 모든 파티션에 걸친 유니크 인덱스를 둘 수 없음</translation>
    </message>
    <message>
        <source>Add %1 to `key` of the target file if an order never changes it, or name a table that is partitioned by columns of the key</source>
        <translation>주문에서 %1이(가) 바뀌지 않는다면 대상 파일의 `key`에 더하거나, 키의 열로 파티션된 테이블을 적으십시오</translation>
    </message>
    <message>
        <source>row-level security hides rows from the role (restrictive policy %1)</source>
        <translation>행 수준 보안이 이 역할에 행을 숨김(제한 정책 %1)</translation>
    </message>
    <message>
        <source>row-level security hides rows from the role</source>
        <translation>행 수준 보안이 이 역할에 행을 숨김</translation>
    </message>
    <message>
        <source>%1. Have this run: %2</source>
        <translation>%1. 다음을 실행하십시오: %2</translation>
    </message>
    <message>
        <source>First take away what uses the column (%1), then run: %2; then make it again. Or mend the type in the target file</source>
        <translation>먼저 이 열을 쓰는 것(%1)을 없애고 다음을 실행한 뒤 다시 만드십시오: %2. 또는 대상 파일에서 형식을 고치십시오</translation>
    </message>
    <message>
        <source>%1 has the rule %2, with which the server refuses INSERT ... ON CONFLICT</source>
        <translation>%1에 규칙 %2이(가) 있어 서버가 INSERT ... ON CONFLICT를 거부합니다</translation>
    </message>
    <message>
        <source>Let a trigger do what the rule %1 does, or name another table</source>
        <translation>규칙 %1이(가) 하는 일을 트리거로 옮기거나 다른 테이블을 지정하세요</translation>
    </message>
    <message>
        <source>Nothing was done. Look again: latchctl locks.</source>
        <translation>아무것도 하지 않았습니다. 다시 확인하세요: latchctl locks.</translation>
    </message>
    <message>
        <source>There is no session with pid %1 any more.</source>
        <translation>pid %1인 세션이 더 이상 없습니다.</translation>
    </message>
    <message>
        <source>Pid %1 is this program&apos;s own session.</source>
        <translation>pid %1은(는) 이 프로그램 자신의 세션입니다.</translation>
    </message>
    <message>
        <source>When the session of pid %1 began is hidden from the role %2, so that it can&apos;t be told from another session of that pid.</source>
        <translation>pid %1 세션의 시작 시각이 역할 %2에게 보이지 않아, 같은 pid의 다른 세션과 구별할 수 없습니다.</translation>
    </message>
    <message>
        <source>GRANT pg_monitor TO %1.</source>
        <translation>GRANT pg_monitor TO %1.</translation>
    </message>
    <message>
        <source>The session has changed: pid %1 is now one that began at %2, and not the one of %3.</source>
        <translation>세션이 바뀌었습니다. pid %1은(는) 이제 %2에 시작한 세션이며, %3의 그 세션이 아닙니다.</translation>
    </message>
    <message>
        <source>Pid %1 is a %2 of the server and no client&apos;s session.</source>
        <translation>pid %1은(는) 서버의 %2이며 클라이언트 세션이 아닙니다.</translation>
    </message>
    <message>
        <source>Pid %1 does not hold the lock %2 any more.</source>
        <translation>pid %1은(는) 잠금 %2을(를) 더 이상 쥐고 있지 않습니다.</translation>
    </message>
    <message>
        <source>Pid %1 is %2: there is no statement to cancel. The server would answer &quot;done&quot; and free nothing.</source>
        <translation>pid %1은(는) %2 상태라 취소할 문장이 없습니다. 서버는 &quot;성공&quot;이라 답하지만 아무것도 풀리지 않습니다.</translation>
    </message>
    <message>
        <source>What an idle session holds is freed by its client, or by ending the session.</source>
        <translation>유휴 세션이 쥔 것은 그 클라이언트가 풀거나 세션을 끝내야 풀립니다.</translation>
    </message>
    <message>
        <source>Pid %1 is a session of the superuser %2, which only a superuser may signal; the role here is %3.</source>
        <translation>pid %1은(는) 슈퍼유저 %2의 세션이라 슈퍼유저만 신호를 보낼 수 있습니다. 여기의 역할은 %3입니다.</translation>
    </message>
    <message>
        <source>Ask a superuser.</source>
        <translation>슈퍼유저에게 요청하세요.</translation>
    </message>
    <message>
        <source>Pid %1 is a session of the role %2, which the role %3 may not signal.</source>
        <translation>pid %1은(는) 역할 %2의 세션이며, 역할 %3은(는) 여기에 신호를 보낼 수 없습니다.</translation>
    </message>
    <message>
        <source>GRANT pg_signal_backend TO %1.</source>
        <translation>GRANT pg_signal_backend TO %1.</translation>
    </message>
    <message>
        <source>The session of pid %1 was just changing: the signal was not sent.</source>
        <translation>pid %1의 세션이 마침 바뀌는 중이어서 신호를 보내지 않았습니다.</translation>
    </message>
    <message>
        <source>rest after the last answer</source>
        <translation>마지막 응답 뒤 휴지</translation>
    </message>
</context>
<context>
    <name>state</name>
    <message>
        <source>The audit file %1 can&apos;t be written: %2.</source>
        <translation>감사 파일 %1에 쓸 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>No act is done that can&apos;t be recorded: make room or mend the file&apos;s rights.</source>
        <translation>기록할 수 없는 조치는 하지 않습니다. 디스크 공간이나 파일 권한을 확인하세요.</translation>
    </message>
    <message>
        <source>The audit file %1 can&apos;t be read: %2.</source>
        <translation>감사 파일 %1을(를) 읽을 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>The folder %1 can&apos;t be made: %2.</source>
        <translation>폴더 %1을(를) 만들 수 없습니다: %2.</translation>
    </message>
    <message>
        <source>Make it, or name another place by XDG_STATE_HOME.</source>
        <translation>폴더를 만들거나 XDG_STATE_HOME으로 다른 곳을 지정하세요.</translation>
    </message>
</context>
<context>
    <name>sync</name>
    <message>
        <source>The source answered with status %1, but not with a list of orders; it holds: %2.</source>
        <translation>소스가 상태 %1(으)로 응답했지만 주문 목록이 아닙니다. 내용: %2.</translation>
    </message>
    <message>
        <source>The source answered with status %1, but without the list &quot;%2&quot;; it holds: %3.</source>
        <translation>소스가 상태 %1(으)로 응답했지만 목록 &quot;%2&quot;이(가) 없습니다. 내용: %3.</translation>
    </message>
    <message>
        <source>If the source says an error in this way, name it by [[error]] in the source profile; if the list stands elsewhere, correct items in [response].</source>
        <translation>소스가 오류를 이렇게 알린다면 소스 프로필의 [[error]]에 쓰고, 목록이 다른 곳에 있다면 [response]의 items를 고치십시오.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a path: names with dots between, and [n] for an element of a list</source>
        <translation>&quot;%1&quot;은(는) 경로가 아닙니다. 이름을 점으로 잇고 목록의 원소는 [n]으로 씁니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no time zone; write &quot;UTC&quot;, an offset such as &quot;+09:00&quot;, or a name such as &quot;Asia/Seoul&quot;</source>
        <translation>&quot;%1&quot;은(는) 시간대가 아닙니다. &quot;UTC&quot;, &quot;+09:00&quot; 같은 오프셋, &quot;Asia/Seoul&quot; 같은 이름을 쓰십시오</translation>
    </message>
    <message>
        <source>is missing: path or const</source>
        <translation>없습니다: path 또는 const</translation>
    </message>
    <message>
        <source>an empty path is the whole item, of type &quot;json&quot;</source>
        <translation>빈 경로는 항목 전체를 뜻하며 형식은 &quot;json&quot;이어야 합니다</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>없습니다</translation>
    </message>
    <message>
        <source>needs exactly one of in = [ ... ] and not_null = true</source>
        <translation>in = [ ... ]과 not_null = true 가운데 정확히 하나가 필요합니다</translation>
    </message>
    <message>
        <source>&quot;backward&quot; is for the kinds page and offset</source>
        <translation>&quot;backward&quot;는 page와 offset 방식에만 씁니다</translation>
    </message>
    <message>
        <source>&quot;backward&quot; needs to know the last page: total, total_header, total_pages or total_pages_header</source>
        <translation>&quot;backward&quot;에는 마지막 페이지를 알 방법이 필요합니다: total, total_header, total_pages, total_pages_header</translation>
    </message>
    <message>
        <source>&quot;more&quot; needs more, the path that says whether another page follows</source>
        <translation>&quot;more&quot;에는 다음 페이지가 있는지 알려 주는 경로 more가 필요합니다</translation>
    </message>
    <message>
        <source>is missing: the path of the next cursor in the answer</source>
        <translation>없습니다: 응답에서 다음 커서의 경로</translation>
    </message>
    <message>
        <source>needs json = &quot;path&quot; and in = [ ... ]</source>
        <translation>json = &quot;path&quot;와 in = [ ... ]이 필요합니다</translation>
    </message>
    <message>
        <source>is missing: [record] with external_id</source>
        <translation>없습니다: external_id가 있는 [record]</translation>
    </message>
    <message>
        <source>must be the path of the order&apos;s id</source>
        <translation>주문 id의 경로여야 합니다</translation>
    </message>
    <message>
        <source>is missing: how long to rest after such an answer</source>
        <translation>없습니다: 그런 응답 뒤에 쉴 시간</translation>
    </message>
    <message>
        <source>needs items_at_least, bytes_at_least, page_full or seconds_at_least</source>
        <translation>items_at_least, bytes_at_least, page_full, seconds_at_least 가운데 하나가 필요합니다</translation>
    </message>
    <message>
        <source>belongs to [[limit]]: write it before [[limit.rest]]</source>
        <translation>[[limit]]에 속합니다. [[limit.rest]]보다 앞에 쓰십시오</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of retry-after, header:NAME:ms, header:NAME:s, header:NAME:epoch, cost:PATH and fixed:DURATION</source>
        <translation>&quot;%1&quot;은(는) retry-after, header:NAME:ms, header:NAME:s, header:NAME:epoch, cost:PATH, fixed:DURATION 가운데 하나가 아닙니다</translation>
    </message>
    <message>
        <source>expected a list of HTTP statuses, such as [429, 503]</source>
        <translation>[429, 503] 같은 HTTP 상태 목록이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a path</source>
        <translation>&quot;%1&quot;은(는) 경로가 아닙니다</translation>
    </message>
    <message>
        <source>is not a regular expression: %1</source>
        <translation>정규식이 아닙니다: %1</translation>
    </message>
    <message>
        <source>is missing: when = { status = [ ... ] }</source>
        <translation>없습니다: when = { status = [ ... ] }</translation>
    </message>
    <message>
        <source>is missing: one of %1</source>
        <translation>없습니다: %1 가운데 하나</translation>
    </message>
    <message>
        <source>is not a header: no line breaks, no blank or colon in the name</source>
        <translation>헤더가 아닙니다. 줄바꿈을 쓸 수 없고, 이름에 빈칸이나 콜론을 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>a &quot;${&quot; without its &quot;}&quot;</source>
        <translation>&quot;${&quot;를 닫는 &quot;}&quot;가 없습니다</translation>
    </message>
    <message>
        <source>${%1} is not in [secrets]</source>
        <translation>${%1}이(가) [secrets]에 없습니다</translation>
    </message>
    <message>
        <source>there is no variable ${%1}; there are %2</source>
        <translation>변수 ${%1}이(가) 없습니다. 있는 것: %2</translation>
    </message>
    <message>
        <source>there is no variable ${%1}; did you mean ${%2}?</source>
        <translation>변수 ${%1}이(가) 없습니다. ${%2}을(를) 뜻했습니까?</translation>
    </message>
    <message>
        <source>is missing: kind &quot;basic&quot; needs user and password</source>
        <translation>없습니다: kind &quot;basic&quot;에는 user와 password가 필요합니다</translation>
    </message>
    <message>
        <source>is missing: kind &quot;bearer&quot; needs token</source>
        <translation>없습니다: kind &quot;bearer&quot;에는 token이 필요합니다</translation>
    </message>
    <message>
        <source>is missing: [request] with path</source>
        <translation>없습니다: path가 있는 [request]</translation>
    </message>
    <message>
        <source>must begin with /</source>
        <translation>/로 시작해야 합니다</translation>
    </message>
    <message>
        <source>must not hold ?, # or a blank; parameters belong into query</source>
        <translation>?, #, 빈칸을 쓸 수 없습니다. 매개변수는 query에 씁니다</translation>
    </message>
    <message>
        <source>pagination &quot;%1&quot; needs ${%1} in query or path: without it every page is the first</source>
        <translation>페이지 방식 &quot;%1&quot;에는 query나 path에 ${%1}이(가) 필요합니다. 없으면 모든 페이지가 첫 페이지입니다</translation>
    </message>
    <message>
        <source>max_span needs an upper bound: ${until} in query, and send_to not false</source>
        <translation>max_span에는 상한이 필요합니다: query의 ${until}, 그리고 send_to가 false가 아닐 것</translation>
    </message>
    <message>
        <source>a list by page or offset under an upper bound loses rows when it is read forward, since changed orders leave it: say a total (total, total_header, total_pages or total_pages_header) and direction = &quot;backward&quot;, or [window] send_to = false</source>
        <translation>상한이 있는 page·offset 목록을 앞으로 읽으면 변경된 주문이 빠지면서 행을 놓칩니다. 전체 수(total, total_header, total_pages, total_pages_header)와 direction = &quot;backward&quot;를 쓰거나 [window] send_to = false로 두십시오</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not supported by this version; supported are %2</source>
        <translation>&quot;%1&quot;은(는) 이 버전에서 지원하지 않습니다. 지원: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not one of %2</source>
        <translation>&quot;%1&quot;은(는) %2 가운데 하나가 아닙니다</translation>
    </message>
    <message>
        <source>is missing: [http] with base_url</source>
        <translation>없습니다: base_url이 있는 [http]</translation>
    </message>
    <message>
        <source>must begin with http:// or https://</source>
        <translation>http:// 또는 https://로 시작해야 합니다</translation>
    </message>
    <message>
        <source>must not hold a user or password; say them in [auth]</source>
        <translation>사용자나 비밀번호를 넣을 수 없습니다. [auth]에 쓰십시오</translation>
    </message>
    <message>
        <source>must be between 1ms and 1h</source>
        <translation>1ms에서 1h 사이여야 합니다</translation>
    </message>
    <message>
        <source>must be between 1B and 1.8GiB</source>
        <translation>1B에서 1.8GiB 사이여야 합니다</translation>
    </message>
    <message>
        <source>must be at least one second</source>
        <translation>1초 이상이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;created&quot; finds no later change of an order by itself: it needs reread, how far back each run reads again, such as &quot;3d&quot;</source>
        <translation>&quot;created&quot;만으로는 주문의 이후 변경을 찾지 못합니다. 실행마다 얼마나 앞까지 다시 읽을지 reread를 &quot;3d&quot;처럼 쓰십시오</translation>
    </message>
    <message>
        <source>belongs to basis = &quot;created&quot;</source>
        <translation>basis = &quot;created&quot;에 속합니다</translation>
    </message>
    <message>
        <source>is said at the job, as lookback</source>
        <translation>작업의 lookback으로 씁니다</translation>
    </message>
    <message>
        <source>is less than base</source>
        <translation>base보다 작습니다</translation>
    </message>
    <message>
        <source>this version reads schema 1</source>
        <translation>이 버전은 schema 1을 읽습니다</translation>
    </message>
    <message>
        <source>is missing: [target] with table and key</source>
        <translation>없습니다: table과 key가 있는 [target]</translation>
    </message>
    <message>
        <source>is missing: the columns of the unique index, such as [&quot;source&quot;, &quot;external_id&quot;]</source>
        <translation>없습니다: [&quot;source&quot;, &quot;external_id&quot;] 같은 유니크 인덱스의 열</translation>
    </message>
    <message>
        <source>is missing: [target.columns] with column = &quot;value&quot;</source>
        <translation>없습니다: column = &quot;value&quot;가 있는 [target.columns]</translation>
    </message>
    <message>
        <source>the key&apos;s column &quot;%1&quot; is not in [target.columns]</source>
        <translation>키의 열 &quot;%1&quot;이(가) [target.columns]에 없습니다</translation>
    </message>
    <message>
        <source>[record] of the source &quot;%1&quot; has no value &quot;%2&quot;</source>
        <translation>소스 &quot;%1&quot;의 [record]에 값 &quot;%2&quot;이(가) 없습니다</translation>
    </message>
    <message>
        <source>[record] of the source &quot;%1&quot; has no value &quot;%2&quot;; did you mean &quot;%3&quot;?</source>
        <translation>소스 &quot;%1&quot;의 [record]에 값 &quot;%2&quot;이(가) 없습니다. &quot;%3&quot;을(를) 뜻했습니까?</translation>
    </message>
    <message>
        <source>no column of the key is filled from external_id</source>
        <translation>키의 열 가운데 external_id로 채워지는 것이 없습니다</translation>
    </message>
    <message>
        <source>[record] of the source &quot;%1&quot; has no updated_at; leave updated out, or say where the change time stands</source>
        <translation>소스 &quot;%1&quot;의 [record]에 updated_at이 없습니다. updated를 빼거나 변경 시각의 위치를 쓰십시오</translation>
    </message>
    <message>
        <source>Nothing is lost: the next run reads the same window again.</source>
        <translation>잃은 것은 없습니다. 다음 실행이 같은 구간을 다시 읽습니다.</translation>
    </message>
    <message>
        <source>A person must ask the source&apos;s operator, and then clear the lockout in the rate limits.</source>
        <translation>소스 운영자에게 문의한 뒤 호출 한도에서 차단을 해제하십시오.</translation>
    </message>
    <message>
        <source>Check the credential in the source&apos;s [secrets] and what it may read.</source>
        <translation>소스의 [secrets] 자격 증명과 읽기 권한을 확인하십시오.</translation>
    </message>
    <message>
        <source>Trying again cannot help: check [request] of the source profile.</source>
        <translation>다시 시도해도 소용없습니다. 소스 프로필의 [request]를 확인하십시오.</translation>
    </message>
    <message>
        <source>The source answered %1 %2 with status %3 (%4): %5</source>
        <translation>소스가 %1 %2에 상태 %3(%4)(으)로 응답했습니다: %5</translation>
    </message>
    <message>
        <source>The source answered with status %1, but the body (%2, %3 bytes) is not JSON: %4. It begins: %5</source>
        <translation>소스가 상태 %1(으)로 응답했지만 본문(%2, %3바이트)이 JSON이 아닙니다: %4. 앞부분: %5</translation>
    </message>
    <message>
        <source>A fault in Latchboard: %1</source>
        <translation>Latchboard의 결함: %1</translation>
    </message>
    <message>
        <source>The window stays open; the next run reads it again. Please report the fault.</source>
        <translation>구간은 닫히지 않아 다음 실행이 다시 읽습니다. 이 결함을 알려 주십시오.</translation>
    </message>
    <message>
        <source>The session cannot hold the lock: a pooler or a standby answered.</source>
        <translation>세션이 락을 보유할 수 없습니다. 풀러나 스탠바이가 응답했습니다.</translation>
    </message>
    <message>
        <source>The source has locked us out: %1</source>
        <translation>소스가 호출을 차단했습니다: %1</translation>
    </message>
    <message>
        <source>Calls to the source are paused: %1</source>
        <translation>소스 호출이 일시 중지되어 있습니다: %1</translation>
    </message>
    <message>
        <source>Resume them in the rate limits; the run then begins where it stopped.</source>
        <translation>호출 한도에서 재개하십시오. 실행은 멈춘 곳부터 시작합니다.</translation>
    </message>
    <message>
        <source>A person asks to wait until %1, longer than a run may wait (%2): %3</source>
        <translation>담당자가 %1까지 기다리도록 했으며, 실행이 기다릴 수 있는 시간(%2)보다 깁니다: %3</translation>
    </message>
    <message>
        <source>The window begins at %1, and by the database&apos;s clock it is %2.</source>
        <translation>구간은 %1에 시작하지만 데이터베이스 시계는 %2입니다.</translation>
    </message>
    <message>
        <source>The source asks to wait until %1, longer than a run may wait (%2): %3</source>
        <translation>소스가 %1까지 기다리라고 했으며, 실행이 기다릴 수 있는 시간(%2)보다 깁니다: %3</translation>
    </message>
    <message>
        <source>What was read is kept. The next start honours the wait; nothing needs to be done.</source>
        <translation>읽은 것은 보존됩니다. 다음 시작이 대기를 지키므로 따로 할 일은 없습니다.</translation>
    </message>
    <message>
        <source>The source&apos;s pages do not go on: %1.</source>
        <translation>소스의 페이지가 이어지지 않습니다: %1.</translation>
    </message>
    <message>
        <source>Check [pagination] of the source profile. The window stays open: nothing is taken for read.</source>
        <translation>소스 프로필의 [pagination]을 확인하십시오. 구간은 닫히지 않으며 읽은 것으로 치지 않습니다.</translation>
    </message>
    <message>
        <source>more than %1 pages (max_pages)</source>
        <translation>%1페이지 초과(max_pages)</translation>
    </message>
    <message>
        <source>The source does not say how many orders or pages there are, so the last page is not known.</source>
        <translation>소스가 주문 수나 페이지 수를 알려 주지 않아 마지막 페이지를 알 수 없습니다.</translation>
    </message>
    <message>
        <source>Check total, total_header, total_pages and total_pages_header in [pagination].</source>
        <translation>[pagination]의 total, total_header, total_pages, total_pages_header를 확인하십시오.</translation>
    </message>
    <message>
        <source>it says %1 orders and gives %2 a page where %3 were asked for, so the number of pages is not known; set size to what it gives</source>
        <translation>주문 %1건이라면서 페이지당 %3건 요청에 %2건을 주므로 페이지 수를 알 수 없습니다. size를 실제 값에 맞추십시오</translation>
    </message>
    <message>
        <source>%1 pages are more than max_pages, %2</source>
        <translation>%1페이지는 max_pages인 %2보다 많습니다</translation>
    </message>
    <message>
        <source>it says that more follow, but gives no cursor at &quot;%1&quot;</source>
        <translation>다음이 있다면서 &quot;%1&quot;에 커서가 없습니다</translation>
    </message>
    <message>
        <source>the cursor &quot;%1&quot; came a second time</source>
        <translation>커서 &quot;%1&quot;이(가) 두 번 왔습니다</translation>
    </message>
    <message>
        <source>the link to the next page leads back to one that was read</source>
        <translation>다음 페이지 링크가 이미 읽은 페이지를 가리킵니다</translation>
    </message>
    <message>
        <source>two pages one after the other hold the same orders</source>
        <translation>연속한 두 페이지의 주문이 같습니다</translation>
    </message>
    <message>
        <source>A secret of the source &quot;%1&quot; is missing: %2.</source>
        <translation>소스 &quot;%1&quot;의 비밀 값이 없습니다: %2.</translation>
    </message>
    <message>
        <source>Give it a value where [secrets] of the source&apos;s file says.</source>
        <translation>소스 파일의 [secrets]가 가리키는 곳에 값을 넣으십시오.</translation>
    </message>
    <message>
        <source>A secret of the source &quot;%1&quot; holds a line break; the header %2 cannot be sent.</source>
        <translation>소스 &quot;%1&quot;의 비밀 값에 줄바꿈이 있어 헤더 %2을(를) 보낼 수 없습니다.</translation>
    </message>
    <message>
        <source>The source&apos;s link to the next page leads to another host: %1, where %2 was asked.</source>
        <translation>소스의 다음 페이지 링크가 다른 호스트를 가리킵니다: 요청한 곳은 %2인데 링크는 %1입니다.</translation>
    </message>
    <message>
        <source>The credential is never sent to another host. If that host is right, make it the base_url.</source>
        <translation>자격 증명은 다른 호스트로 보내지 않습니다. 그 호스트가 맞다면 base_url로 지정하십시오.</translation>
    </message>
    <message>
        <source>%1 of %2 items of a page cannot be stored, more than a fifth: the mapping is wrong, not the data (%3).</source>
        <translation>페이지의 항목 %2개 중 %1개를 저장할 수 없습니다. 5분의 1을 넘으므로 데이터가 아니라 매핑이 잘못되었습니다(%3).</translation>
    </message>
    <message>
        <source>Correct [record] of the source profile or the target&apos;s columns. The window stays open.</source>
        <translation>소스 프로필의 [record]나 대상의 열을 고치십시오. 구간은 닫히지 않습니다.</translation>
    </message>
    <message>
        <source>Asking the source &quot;%1&quot; changes something there (side_effect = &quot;%2&quot;), so a dry run does not ask it.</source>
        <translation>소스 &quot;%1&quot;에 요청하면 그쪽 데이터가 바뀌므로(side_effect = &quot;%2&quot;) 모의 실행은 요청하지 않습니다.</translation>
    </message>
    <message>
        <source>The job &quot;%1&quot; has no complete window, and no configured start for the first one.</source>
        <translation>작업 &quot;%1&quot;에 완료된 구간이 없고, 첫 구간의 시작도 설정되지 않았습니다.</translation>
    </message>
    <message>
        <source>Set first_window_start in [job.%1], such as &quot;2026-01-01T00:00:00Z&quot;.</source>
        <translation>[job.%1]에 first_window_start를 &quot;2026-01-01T00:00:00Z&quot;처럼 설정하십시오.</translation>
    </message>
    <message>
        <source>The window from %1 until %2 does not end after it begins.</source>
        <translation>구간 %1 ~ %2의 끝이 시작보다 뒤가 아닙니다.</translation>
    </message>
    <message>
        <source>The request can&apos;t be signed: %1.</source>
        <translation>요청에 서명할 수 없습니다: %1.</translation>
    </message>
    <message>
        <source>Check [auth.sign] of the source profile and the secret that it names.</source>
        <translation>소스 프로필의 [auth.sign]과 그것이 가리키는 비밀값을 확인하십시오.</translation>
    </message>
    <message>
        <source>the salt is not one of bcrypt, which begins with $2a$ or $2b$</source>
        <translation>솔트가 bcrypt의 것이 아닙니다. $2a$ 또는 $2b$로 시작해야 합니다</translation>
    </message>
    <message>
        <source>The source answered the request for a token with status %1, but with nothing at &quot;%2&quot;.</source>
        <translation>소스가 토큰 요청에 상태 %1(으)로 응답했지만 &quot;%2&quot;에 값이 없습니다.</translation>
    </message>
    <message>
        <source>Check [auth] of the source profile: the form, and the path of what it gives.</source>
        <translation>소스 프로필의 [auth]를 확인하십시오: 폼, 그리고 응답에서 값을 읽을 경로.</translation>
    </message>
    <message>
        <source>%1 It was asked %2 times.</source>
        <translation>%1 %2번 요청했습니다.</translation>
    </message>
    <message>
        <source>The window holds more orders than the source gives by offset: %1 is beyond max_offset, %2.</source>
        <translation>구간의 주문이 소스가 offset으로 주는 범위를 넘습니다: %1은(는) max_offset %2보다 큽니다.</translation>
    </message>
    <message>
        <source>Set a smaller max_span in [window], so that each piece holds less.</source>
        <translation>[window]의 max_span을 줄여 조각마다 주문이 적게 하십시오.</translation>
    </message>
    <message>
        <source>While the window was read, more orders left it than pages overlap (%1): some may have been passed over.</source>
        <translation>구간을 읽는 동안 페이지가 겹치는 수(%1)보다 많은 주문이 구간을 벗어났습니다. 지나친 주문이 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>The window stays open and is read again. If this happens often, set a larger page_overlap.</source>
        <translation>구간은 닫히지 않으며 다시 읽습니다. 자주 일어나면 page_overlap을 늘리십시오.</translation>
    </message>
    <message>
        <source>it says that more follow, but gives nothing at &quot;%1&quot;</source>
        <translation>뒤가 더 있다고 하지만 &quot;%1&quot;에 값이 없습니다</translation>
    </message>
    <message>
        <source>what the next page is asked with came a second time</source>
        <translation>다음 페이지를 요청할 값이 두 번째로 나왔습니다</translation>
    </message>
    <message>
        <source>reduce needs a list in the path, written with [], such as &quot;lines[].price&quot;</source>
        <translation>reduce에는 경로 안에 []로 쓴 목록이 필요합니다. 예: &quot;lines[].price&quot;</translation>
    </message>
    <message>
        <source>only one of digits, divisor and minor_by can be said</source>
        <translation>digits, divisor, minor_by 중 하나만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>must be 10, 100, 1000 ...: another division is not exact</source>
        <translation>10, 100, 1000 ...이어야 합니다. 다른 나눗셈은 정확하지 않습니다</translation>
    </message>
    <message>
        <source>an amount is of type &quot;number&quot;</source>
        <translation>금액의 type은 &quot;number&quot;입니다</translation>
    </message>
    <message>
        <source>kind &quot;keyset&quot; needs set = { variable = &quot;path&quot; } and more, the path that is there while pages follow</source>
        <translation>kind &quot;keyset&quot;에는 set = { 변수 = &quot;경로&quot; }와, 페이지가 남아 있는 동안 있는 경로인 more가 필요합니다</translation>
    </message>
    <message>
        <source>belongs to kind &quot;keyset&quot;</source>
        <translation>kind &quot;keyset&quot;에만 씁니다</translation>
    </message>
    <message>
        <source>is missing: the path of the next page&apos;s URL in the answer, or links, that of a list of { rel, href }</source>
        <translation>없습니다: 응답에서 다음 페이지 URL의 경로, 또는 { rel, href } 목록의 경로인 links</translation>
    </message>
    <message>
        <source>is for the kind offset read forward; a list by page is read backward, and the others cannot lose an order</source>
        <translation>앞으로 읽는 kind offset에 씁니다. page 목록은 뒤에서부터 읽고, 나머지는 주문을 잃지 않습니다</translation>
    </message>
    <message>
        <source>must be less than size</source>
        <translation>size보다 작아야 합니다</translation>
    </message>
    <message>
        <source>is missing: one pass is made for each of them</source>
        <translation>없습니다: 값마다 한 번씩 읽습니다</translation>
    </message>
    <message>
        <source>is missing: the paths whose values make the id together</source>
        <translation>없습니다: 값을 이어 id를 만드는 경로들</translation>
    </message>
    <message>
        <source>is missing: kind &quot;%1&quot; needs [auth.sign]</source>
        <translation>없습니다: kind &quot;%1&quot;에는 [auth.sign]이 필요합니다</translation>
    </message>
    <message>
        <source>belongs to the kinds &quot;hmac&quot; and &quot;signed_token&quot;</source>
        <translation>kind &quot;hmac&quot;과 &quot;signed_token&quot;에만 씁니다</translation>
    </message>
    <message>
        <source>must be &quot;GET&quot; or &quot;POST&quot;</source>
        <translation>&quot;GET&quot; 또는 &quot;POST&quot;여야 합니다</translation>
    </message>
    <message>
        <source>belongs to the kinds &quot;oauth2_client&quot;, &quot;oauth2_refresh&quot; and &quot;signed_token&quot;</source>
        <translation>kind &quot;oauth2_client&quot;, &quot;oauth2_refresh&quot;, &quot;signed_token&quot;에만 씁니다</translation>
    </message>
    <message>
        <source>is missing: what the token is asked for with, such as { grant_type = &quot;client_credentials&quot;, client_id = &quot;...&quot;, client_secret = &quot;${secret:...}&quot; }</source>
        <translation>없습니다: 토큰을 요청할 내용. 예: { grant_type = &quot;client_credentials&quot;, client_id = &quot;...&quot;, client_secret = &quot;${secret:...}&quot; }</translation>
    </message>
    <message>
        <source>is missing: kind &quot;%1&quot; needs at least one header</source>
        <translation>없습니다: kind &quot;%1&quot;에는 헤더가 하나 이상 필요합니다</translation>
    </message>
    <message>
        <source>is missing: kind &quot;session&quot; needs [[auth.step]]</source>
        <translation>없습니다: kind &quot;session&quot;에는 [[auth.step]]이 필요합니다</translation>
    </message>
    <message>
        <source>belongs to kind &quot;session&quot;</source>
        <translation>kind &quot;session&quot;에만 씁니다</translation>
    </message>
    <message>
        <source>a request has one body: json or form</source>
        <translation>요청 본문은 json 또는 form 하나입니다</translation>
    </message>
    <message>
        <source>a request with a body is a &quot;POST&quot;</source>
        <translation>본문이 있는 요청은 &quot;POST&quot;입니다</translation>
    </message>
    <message>
        <source>pagination &quot;keyset&quot; sets ${%1}, which neither query nor path nor body uses</source>
        <translation>pagination &quot;keyset&quot;이 정하는 ${%1}을(를) query, path, 본문 어디에서도 쓰지 않습니다</translation>
    </message>
    <message>
        <source>[fanout] gives ${%1}, which neither query nor path nor body uses: every pass would be the same</source>
        <translation>[fanout]이 주는 ${%1}을(를) query, path, 본문 어디에서도 쓰지 않아 모든 회차가 같아집니다</translation>
    </message>
    <message>
        <source>The source refused the credential in the last %1 runs; the schedule does not ask it again.</source>
        <translation>최근 %1번의 실행에서 소스가 자격 증명을 거부했습니다. 일정은 더 이상 요청하지 않습니다.</translation>
    </message>
    <message>
        <source>Mend the credential, then run the job once by hand: when that succeeds, the schedule goes on.</source>
        <translation>자격 증명을 고친 뒤 작업을 한 번 직접 실행하십시오. 성공하면 일정이 이어집니다.</translation>
    </message>
    <message>
        <source>The source&apos;s cursor is older than it lives (%1).</source>
        <translation>소스의 커서가 유효 시간(%1)보다 오래되었습니다.</translation>
    </message>
    <message>
        <source>The window stays open and is read again; a smaller max_span makes it shorter.</source>
        <translation>구간은 닫히지 않으며 다시 읽습니다. max_span을 줄이면 짧아집니다.</translation>
    </message>
    <message>
        <source>is missing: format &quot;strftime&quot; needs one, such as &quot;%Y-%m-%d %H:%M:%S&quot;</source>
        <translation>없습니다: format &quot;strftime&quot;에는 pattern이 필요합니다. 예: &quot;%Y-%m-%d %H:%M:%S&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; holds a % that is none of %Y %y %m %d %H %M %S %L %z %%</source>
        <translation>&quot;%1&quot;에 %Y %y %m %d %H %M %S %L %z %%가 아닌 %가 있습니다</translation>
    </message>
    <message>
        <source>belongs to format &quot;strftime&quot;</source>
        <translation>format &quot;strftime&quot;에만 씁니다</translation>
    </message>
    <message>
        <source>is missing: a time without an offset needs its zone, such as &quot;UTC&quot;</source>
        <translation>없습니다: 오프셋 없는 시각에는 시간대가 필요합니다. 예: &quot;UTC&quot;</translation>
    </message>
    <message>
        <source>%1 calls failed within %2, which is all that [retry] error_budget allows: no more are made. The last: %3</source>
        <translation>%2 안에 호출 %1회가 실패했습니다. [retry] error_budget이 허용하는 전부이므로 더 호출하지 않습니다. 마지막 실패: %3</translation>
    </message>
    <message>
        <source>No call is left until %1, longer than a run may wait (%2): %3</source>
        <translation>%1까지 남은 호출이 없습니다. 실행이 기다릴 수 있는 시간(%2)보다 깁니다: %3</translation>
    </message>
    <message>
        <source>belongs to kind = &quot;%1&quot;</source>
        <translation>kind = &quot;%1&quot;에 속하는 키입니다</translation>
    </message>
    <message>
        <source>is missing: how many calls each period has</source>
        <translation>없습니다: 기간마다 허용되는 호출 수</translation>
    </message>
    <message>
        <source>is missing: the period, such as &quot;1d&quot;</source>
        <translation>없습니다: &quot;1d&quot;와 같은 기간</translation>
    </message>
    <message>
        <source>must be a day, or a part that divides one evenly, such as &quot;1h&quot;</source>
        <translation>하루이거나 &quot;1h&quot;처럼 하루를 나머지 없이 나누는 기간이어야 합니다</translation>
    </message>
    <message>
        <source>is missing: how many calls a full bucket gives at once</source>
        <translation>없습니다: 가득 찬 버킷이 한 번에 허용하는 호출 수</translation>
    </message>
    <message>
        <source>must be between 1ms and 1d</source>
        <translation>1ms에서 1d 사이여야 합니다</translation>
    </message>
    <message>
        <source>is empty: name a header of the answer</source>
        <translation>비어 있습니다: 응답 헤더의 이름을 쓰십시오</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is none of NAME:ms, NAME:s and NAME:epoch</source>
        <translation>&quot;%1&quot;은(는) NAME:ms, NAME:s, NAME:epoch 중 어느 것도 아닙니다</translation>
    </message>
    <message>
        <source>needs usage_header or remaining_header: it counts where they say that nothing is left</source>
        <translation>usage_header 또는 remaining_header가 필요합니다: 남은 것이 없다고 할 때만 쓰입니다</translation>
    </message>
    <message>
        <source>needs status = [ ... ], json = &quot;path&quot; or header = &quot;NAME&quot;</source>
        <translation>status = [ ... ], json = &quot;path&quot; 또는 header = &quot;NAME&quot;이 필요합니다</translation>
    </message>
    <message>
        <source>is missing: the path, or a header, whose value in or match is about</source>
        <translation>없습니다: in이나 match로 비교할 값의 경로 또는 헤더</translation>
    </message>
    <message>
        <source>two limits would share one bucket: give each a scope or, of kinds bucket and window, a name of its own</source>
        <translation>두 한도가 한 버킷을 쓰게 됩니다: 각각 다른 scope를, bucket과 window 종류에는 다른 name을 주십시오</translation>
    </message>
    <message>
        <source>is missing: error_budget = { count = 30, per = &quot;1h&quot; }</source>
        <translation>없습니다: error_budget = { count = 30, per = &quot;1h&quot; }</translation>
    </message>
    <message>
        <source>must be at least 1ms</source>
        <translation>1ms 이상이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a column of [target.columns] beside the key</source>
        <translation>&quot;%1&quot;은(는) 키가 아닌 [target.columns]의 열이 아닙니다</translation>
    </message>
    <message>
        <source>needs two values or more, such as [&quot;pending&quot;, &quot;paid&quot;]</source>
        <translation>[&quot;pending&quot;, &quot;paid&quot;]처럼 값이 두 개 이상 필요합니다</translation>
    </message>
    <message>
        <source>has &quot;%1&quot; twice</source>
        <translation>&quot;%1&quot;이(가) 두 번 있습니다</translation>
    </message>
    <message>
        <source>is a column of its own, which no other value fills</source>
        <translation>다른 값으로 채워지지 않는 별도의 열이어야 합니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no character set that is known here; &quot;EUC-KR&quot; and &quot;windows-1252&quot; are</source>
        <translation>&quot;%1&quot;은(는) 여기서 알려진 문자 집합이 아닙니다. &quot;EUC-KR&quot;과 &quot;windows-1252&quot;는 알려져 있습니다</translation>
    </message>
    <message>
        <source>is missing: the path of the id in each item (ids), and in each detail that answers (join_on)</source>
        <translation>없습니다: 각 항목에 있는 ID의 경로(ids)와, 응답으로 오는 각 상세에 있는 ID의 경로(join_on)</translation>
    </message>
    <message>
        <source>neither path nor query nor json has ${ids}: each call would ask for the same</source>
        <translation>path, query, json 어디에도 ${ids}가 없습니다. 모든 호출이 같은 것을 묻게 됩니다</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no name of a header</source>
        <translation>&quot;%1&quot;은(는) 헤더 이름이 아닙니다</translation>
    </message>
    <message>
        <source>Content-Type follows from json or form</source>
        <translation>Content-Type은 json 또는 form에 따라 정해집니다</translation>
    </message>
    <message>
        <source>the file %1 is not there, or can&apos;t be read</source>
        <translation>파일 %1이(가) 없거나 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>client_certificate and client_key belong together</source>
        <translation>client_certificate와 client_key는 함께 있어야 합니다</translation>
    </message>
    <message>
        <source>(no body)</source>
        <translation>(본문 없음)</translation>
    </message>
    <message>
        <source>(not shown: it may hold a token)</source>
        <translation>(토큰이 들어 있을 수 있어 표시하지 않음)</translation>
    </message>
    <message>
        <source>no content type</source>
        <translation>콘텐츠 형식 없음</translation>
    </message>
    <message>
        <source>there is no body</source>
        <translation>본문이 없습니다</translation>
    </message>
    <message>
        <source>there is no list &quot;%1&quot; of details</source>
        <translation>상세 목록 &quot;%1&quot;이(가) 없습니다</translation>
    </message>
    <message>
        <source>the answer&apos;s headers say that no call is left</source>
        <translation>응답 헤더에 따르면 남은 호출이 없음</translation>
    </message>
    <message>
        <source>rest after a large answer: %1 items, %2 bytes</source>
        <translation>큰 응답 뒤 휴지: 항목 %1개, %2바이트</translation>
    </message>
    <message>
        <source>the source gives nothing so old (max_age): what changed from %1 until %2 is not read</source>
        <translation>소스가 그렇게 오래된 것은 주지 않습니다(max_age). %1부터 %2까지 바뀐 것은 읽지 않습니다</translation>
    </message>
    <message>
        <source>received %1 of %2 orders that the source announced</source>
        <translation>소스가 알린 주문 %2건 가운데 %1건을 받았습니다</translation>
    </message>
    <message>
        <source>the source&apos;s clock is %1 behind the database&apos;s, more than half the lookback</source>
        <translation>소스의 시계가 데이터베이스보다 %1 느립니다(lookback의 절반을 넘음)</translation>
    </message>
    <message>
        <source>the source&apos;s clock is %1 ahead of the database&apos;s, more than half the lookback</source>
        <translation>소스의 시계가 데이터베이스보다 %1 빠릅니다(lookback의 절반을 넘음)</translation>
    </message>
</context>
</TS>
