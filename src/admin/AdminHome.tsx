import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { LinkBase } from "react-admin";
import { resourceTopic } from "../../domain/events.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import type { WorkPlaceRecord } from "../../domain/worklist/schemas.ts";
import { Card } from "../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../components/display/LoadError.tsx";
import { PageTitle } from "../components/display/PageTitle.tsx";
import { useFocusAfterDialog } from "../components/focus/useFocusAfterDialog.ts";
import { Pager } from "../components/list/Pager.tsx";
import order from "../components/load/inOrder.module.css";
import { lazyDialog, lazyPart } from "../components/load/lazyScreen.tsx";
import { worklist as text, usageTrend } from "../i18n/ja/adminHome.ts";
import { home } from "../i18n/ja/home.ts";
import { useApi } from "../providers/data/useApi.ts";
import { useLiveReads } from "../providers/live/useLiveReads.ts";
import { AdminFigures, INVITATIONS, listPath } from "./AdminFigures.tsx";
import styles from "./adminHome.module.css";
import { useRowFocus, WorkPlaceRow } from "./worklist/WorkPlaceRow.tsx";

const CapDialog = lazyDialog(
  async () => (await import("../resources/contracts/form/CapDialog.tsx")).CapDialog,
);

const SIZE = 8;

/** What needs a system admin's action, once per organization, the most urgent first. */
function Worklist() {
  const queryClient = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const focus = useRowFocus(list);
  const [page, setPage] = useState(0);
  const [changed, setChanged] = useState<number>();
  useFocusAfterDialog(changed !== undefined, focus.target);
  const { data, error } = useWorklist(page);
  const lastPage = Math.max(0, Math.ceil((data?.total ?? 0) / SIZE) - 1);
  // The last page goes once what is on it is done.
  if (data && page > lastPage) setPage(lastPage);
  return (
    <Card
      title={text.title}
      note={
        data?.total ? (
          <span className="quiet">
            {(data.isComplete ? text.count : text.atLeast)(formatNumber(data.total))}
          </span>
        ) : null
      }
    >
      <div ref={list} tabIndex={-1} className={styles.list}>
        {data?.total === 0 ? <p className="quiet pad-12-0">{text.none}</p> : null}
        {data?.total ? (
          <>
            <ol className={`grid ${styles.places}`} aria-label={text.list}>
              {data.places.map((place, index) => (
                <WorkPlaceRow
                  key={keyOf(place)}
                  place={place}
                  focus={focus}
                  index={index}
                  onChangeCaps={setChanged}
                />
              ))}
            </ol>
            <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />
            {data.isComplete ? null : <p className="quiet pad-12-0">{text.incomplete}</p>}
            <p className="wrap links gap-4-24 pad-top-12">
              <LinkBase to={ALERTS}>{text.all}</LinkBase>
              <LinkBase to={INVITATIONS}>{text.allInvitations}</LinkBase>
            </p>
          </>
        ) : null}
      </div>
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : (
        <div className={styles.loading}>
          <LoadingState />
        </div>
      )}
      {changed === undefined ? null : (
        <CapDialog
          contractId={changed}
          onSaved={() => queryClient.invalidateQueries({ queryKey: [READS] })}
          onClose={() => setChanged(undefined)}
        />
      )}
    </Card>
  );
}

const ALERTS = listPath("alerts", { open: "true" }, { field: "raisedAt", order: "DESC" });

const keyOf = ({ organizationId, webhookId, serviceKeyId, month }: WorkPlaceRecord) =>
  `${organizationId} ${webhookId} ${serviceKeyId} ${month}`;

const READS = "worklist";

/** An alert follows each change of a contract, and of a receiver. */
function useWorklist(page: number) {
  const { api } = useApi();
  useLiveReads(resourceTopic("alerts"), READS);
  useLiveReads(resourceTopic("users"), READS);
  useLiveReads(resourceTopic("closings"), READS);
  return useQuery({
    queryKey: [READS, page],
    queryFn: ({ signal }) => api("GET /worklist", { query: { page, size: SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
}

const TrendChart = lazyPart(async () => (await import("./TrendChart.tsx")).TrendChart);

/** How things stand, what needs a system admin's action, and how use goes on. */
export function AdminHome() {
  return (
    <div className="stack gap-16 wide-page">
      <PageTitle title={home.title} />
      <AdminFigures />
      <div className={`top stack gap-16 ${styles.columns} ${order.inOrder}`}>
        <Worklist />
        <Card title={usageTrend.title}>
          <div className={styles.trend}>
            <Suspense fallback={<LoadingState />}>
              <TrendChart />
            </Suspense>
          </div>
        </Card>
      </div>
    </div>
  );
}
