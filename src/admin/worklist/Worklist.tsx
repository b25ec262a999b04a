import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { LinkBase } from "react-admin";
import { resourceTopic } from "../../../domain/events.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import type { WorkPlaceRecord } from "../../../domain/worklist/schemas.ts";
import { FailedPart } from "../../components/display/LoadError.tsx";
import { LoadingState } from "../../components/display/LoadingState.tsx";
import { Pager } from "../../components/list/Pager.tsx";
import { worklist as text } from "../../i18n/ja/worklist.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import home from "../adminHome.module.css";
import { listPath } from "../listPath.ts";
import { WorkPlaceRow } from "./WorkPlaceRow.tsx";
import styles from "./worklist.module.css";

const SIZE = 8;

/** What needs a system admin's action, once per organization, the most urgent first. */
export function Worklist() {
  const titleId = useId();
  const [page, setPage] = useState(0);
  const { data, error } = useWorklist(page);
  const lastPage = Math.max(0, Math.ceil((data?.total ?? 0) / SIZE) - 1);
  // The last page goes once what is on it is done.
  if (data && page > lastPage) setPage(lastPage);
  return (
    <section className={home.block} aria-labelledby={titleId}>
      <div className={home.heading}>
        <h2 id={titleId}>{text.title}</h2>
        {data ? (
          <span className={home.total} data-none={data.total === 0}>
            {(data.isComplete ? text.count : text.atLeast)(formatNumber(data.total))}
          </span>
        ) : null}
      </div>
      {data?.total === 0 ? <p className={home.none}>{text.none}</p> : null}
      {data?.total ? (
        <>
          <ol className={styles.places} aria-label={text.list}>
            {data.places.map((place) => (
              <WorkPlaceRow key={keyOf(place)} place={place} />
            ))}
          </ol>
          <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />
          {data.isComplete ? null : <p className={home.none}>{text.incomplete}</p>}
          <p className={styles.all}>
            <LinkBase to={ALERTS}>{text.all}</LinkBase>
            <LinkBase to={INVITATIONS}>{text.allInvitations}</LinkBase>
          </p>
        </>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </section>
  );
}

const ALERTS = listPath("alerts", { open: "true" }, { field: "raisedAt", order: "DESC" });
const INVITATIONS = listPath("users", { status: "INVITED" }, { field: "createdAt", order: "ASC" });

const keyOf = ({ organizationId, webhookId }: WorkPlaceRecord) => `${organizationId} ${webhookId}`;

const READS = "worklist";

/** An alert follows each change of a contract, and of a receiver. */
function useWorklist(page: number) {
  const { api } = useApi();
  useLiveReads(resourceTopic("alerts"), READS);
  useLiveReads(resourceTopic("users"), READS);
  return useQuery({
    queryKey: [READS, page],
    queryFn: ({ signal }) => api("GET /worklist", { query: { page, size: SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
}
