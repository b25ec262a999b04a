import { formatDateTime } from "../../../domain/text/dates.ts";
import { MoreEvents, Operation, useAuditEvents } from "../../components/audit/EventParts.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { users } from "../../i18n/ja/resources/users.ts";

const text = users.detail;

const SHOWN = 5;

/** The sign-ins of a user to either area, newest first, as the audit log has them. */
export function SignIns({ userId }: { userId: string }) {
  const { events, error, isFetching, hasMore, readMore } = useAuditEvents({
    targetKind: "user",
    targetId: userId,
    operation: "signIn,openSession",
    size: SHOWN,
  });
  if (!events) return error ? <FailedPart error={error} /> : <LoadingState />;
  const last = events.find(({ outcome }) => outcome === "DONE");
  return (
    <>
      <Facts>
        <Fact source="lastSignIn" label={text.lastSignIn}>
          {last ? formatDateTime(last.occurredAt) : text.never}
        </Fact>
      </Facts>
      {events.length > 0 ? (
        <ol className="grid above" aria-label={text.signIns}>
          {events.map((event) => (
            <li key={event.id} className="wrap numeric gap-4-16 pad-8-0 line-above">
              <time dateTime={event.occurredAt}>{formatDateTime(event.occurredAt)}</time>
              <Operation event={event} />
              {event.address ? <span className="quiet">{event.address}</span> : null}
            </li>
          ))}
        </ol>
      ) : null}
      {hasMore ? (
        <MoreEvents
          count={events.length}
          error={error}
          hasMore={hasMore}
          isFetching={isFetching}
          onMore={readMore}
        />
      ) : null}
    </>
  );
}
