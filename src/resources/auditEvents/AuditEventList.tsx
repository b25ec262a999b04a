import { auditWords } from "virtual:audit-words";
import { useMemo, useState } from "react";
import { ListBase, ListContextProvider, useListContext } from "react-admin";
import { can, type Flags } from "../../../domain/access.ts";
import { operationLabel, targetKindLabel } from "../../../domain/audit/words.ts";
import { grouped } from "../../../domain/grouped.ts";
import { dateSentences, formatDateTime } from "../../../domain/text/dates.ts";
import styles from "../../components/audit/audit.module.css";
import {
  type AuditEventRecord,
  actorName,
  ChangeSummary,
  MoreEvents,
  Operation,
  Target,
  useAuditEvents,
} from "../../components/audit/EventParts.tsx";
import { CsvDownload } from "../../components/csv/CsvDownload.tsx";
import { ActionMenu } from "../../components/display/ActionMenu.tsx";
import { PageTitle } from "../../components/display/PageTitle.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListCard, ViewsButton } from "../../components/list/ListPage.tsx";
import { OrganizationFilter } from "../../components/list/OrganizationFilter.tsx";
import {
  type SearchChoice,
  SearchDate,
  SearchSelect,
  SearchText,
} from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import type { Draft } from "../../components/list/searchDraft.ts";
import { useOpening, useWrittenConditions } from "../../components/list/useOpening.ts";
import order from "../../components/load/inOrder.module.css";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { app } from "../../i18n/ja/app.ts";
import { auditEvents } from "../../i18n/ja/resources/auditEvents.ts";
import { listSorts, ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { SealsButton } from "./SealsButton.tsx";

const OTHERS = "other";
/** What no event of an organization is about. */
const OF_PROVIDER = ["adminSignIn", "serviceKey", "webhook", "database"];
const OF_DICTIONARIES = ["dictionary", "entry", "signIn"];
/** The target of the own sign-ins. */
const OF_SIGN_INS = "user";

/**
 * The operations that the reader can meet (docs/product/audit.md#reading), by kind. Those of a kind that
 * have the same words are one choice.
 */
function operationChoices(reader: Flags): SearchChoice[] {
  const ofGroups = grouped(
    Object.keys(auditWords.operations).map((id) => [auditWords.groups[id] ?? OTHERS, id] as const),
  );
  return [...ofGroups]
    .filter(([group]) => meets(reader, group))
    .sort(([a], [b]) => Number(a === OTHERS) - Number(b === OTHERS))
    .flatMap(([group, ids]) => {
      const named = grouped(ids.map((id) => [auditWords.operations[id] ?? id, id] as const));
      return [...named].map(([name, same]) => ({
        id: same.join(","),
        name,
        group: auditEvents.groups[group] ?? targetKindLabel(auditWords, group),
      }));
    });
}

/** The kinds of targets that the reader can meet; an entry is part of events about its dictionary. */
function kindChoices(reader: Flags): SearchChoice[] {
  return Object.entries(auditWords.kinds)
    .filter(([kind]) => kind !== "entry" && (meets(reader, kind) || kind === OF_SIGN_INS))
    .map(([id, { label }]) => ({ id, name: label }));
}

function meets(reader: Flags, group: string): boolean {
  if (can(reader, "audit.readAll")) return true;
  if (reader.isOrganizationAdmin) return !OF_PROVIDER.includes(group);
  return reader.isDictionaryAdmin ? OF_DICTIONARIES.includes(group) : group === "signIn";
}

// ListBase keeps the filters and their address; the events are read page after page.
const NO_READ = { enabled: false, meta: { of: "conditions" } };

/** /audit-events: who changed what, newest first (docs/product/audit.md#reading). */
export function AuditEventList() {
  const opening = useOpening();
  return (
    <ListBase sort={listSorts["audit-events"]} queryOptions={NO_READ} {...opening}>
      <EventPage />
    </ListBase>
  );
}

function EventPage() {
  const ofAll = can(useUserProfile(), "audit.readAll");
  const list = useListContext<AuditEventRecord>();
  const { filterValues } = list;
  useWrittenConditions();
  const { events, error, isFetching, hasMore, readMore } = useAuditEvents(filterValues);
  const shown = { ...list, isFetching, isPlaceholderData: false, perPage: ROWS_PER_PAGE };
  const isSearching = events?.length === 0 && hasMore;
  return (
    <div className={`stack gap-16 ${order.inOrder}`}>
      <PageTitle
        title={auditEvents.name}
        backName={app.table.list(auditEvents.name)}
        actions={
          <ActionMenu>
            <ViewsButton />
            <SealsButton organizationId={filterValues.organizationId} />
            <CsvDownload
              endpoint="GET /audit-events/export"
              shown={{ filter: filterValues }}
              total={events?.length ?? 0}
            />
          </ActionMenu>
        }
      />
      <ListCard>
        <EventSearch ofAll={ofAll} />
        {filterValues.from ? null : <p className="quiet body-text">{auditEvents.period}</p>}
        <section className={order.inOrder}>
          {isSearching ? null : (
            <ListContextProvider value={{ ...shown, ...rowsOf(events, error) }}>
              <EventTable ofAll={ofAll} />
            </ListContextProvider>
          )}
          <MoreEvents
            count={events?.length ?? 0}
            error={error}
            hasMore={hasMore}
            isFetching={isFetching}
            onMore={readMore}
          />
        </section>
      </ListCard>
    </div>
  );
}

/** What arrived stays although the next page could not be read. */
function rowsOf(data: AuditEventRecord[] | undefined, error: Error | null) {
  if (data)
    return { data, total: data.length, error: null, isPending: false, meta: undefined } as const;
  const nothing = { data: undefined, total: undefined, meta: undefined } as const;
  return error
    ? ({ ...nothing, error, isPending: false } as const)
    : ({ ...nothing, error: null, isPending: true } as const);
}

const EventDialog = lazyDialog(async () => (await import("./EventDialog.tsx")).EventDialog);

function EventTable({ ofAll }: { ofAll: boolean }) {
  const [opened, setOpened] = useState<AuditEventRecord>();
  const actions = useMemo(
    () => (event: AuditEventRecord) => (
      <button
        type="button"
        className={`lined pad-0-12 high-32 ${styles.open}`}
        aria-haspopup="dialog"
        aria-label={
          event.act?.parts
            ? auditEvents.openPartsOf(
                auditWords.operations[event.operation] ?? event.operation,
                formatDateTime(event.occurredAt),
              )
            : auditEvents.openOf(
                auditWords.operations[event.operation] ?? event.operation,
                formatDateTime(event.occurredAt),
              )
        }
        onClick={() => setOpened(event)}
      >
        {event.act?.parts ? auditEvents.parts : auditEvents.open}
      </button>
    ),
    [],
  );
  return (
    <>
      <DataTable
        columns={ofAll ? columnsOfAll : columns}
        rowLink={false}
        rowActions={actions}
        actionsWidth={90}
        empty={auditEvents.empty}
      />
      {opened ? <EventDialog event={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

/** The API refuses such dates as well. */
function validate({ from, to }: Draft): Record<string, string> {
  const isSwapped = typeof from === "string" && typeof to === "string" && to !== "" && to < from;
  return isSwapped ? { to: dateSentences.endDateBeforeStart } : {};
}

const outcomes = (["DONE", "REFUSED"] as const).map((id) => ({
  id,
  name: auditEvents.outcome[id],
}));

function EventSearch({ ofAll }: { ofAll: boolean }) {
  const reader = useUserProfile();
  const operations = useMemo(() => operationChoices(reader), [reader]);
  const kinds = useMemo(() => kindChoices(reader), [reader]);
  return (
    <SearchForm validate={validate}>
      <SearchText source="q" />
      {ofAll ? <OrganizationFilter /> : null}
      <SearchSelect source="operation" choices={operations} />
      {kinds.length > 1 ? (
        <SearchSelect source="targetKind" label={auditEvents.fields.targetKind} choices={kinds} />
      ) : null}
      <SearchSelect source="outcome" choices={outcomes} />
      <SearchDate source="from" short={auditEvents.days} />
      <SearchDate source="to" short={app.search.to} />
    </SearchForm>
  );
}

/** Long texts take two lines, so that what changed has most of the width. */
const columns: readonly Column<AuditEventRecord>[] = [
  {
    source: "occurredAt",
    width: 142,
    noWrap: true,
    names: true,
    render: ({ occurredAt }) => formatDateTime(occurredAt),
  },
  {
    source: "actorName",
    width: 120,
    long: true,
    fits: actorName,
    render: (event) => actorName(event),
  },
  {
    source: "operation",
    width: 150,
    long: true,
    fits: ({ operation }) => operationLabel(auditWords, operation),
    render: (event) => <Operation event={event} />,
  },
  {
    source: "targetName",
    width: 170,
    long: true,
    fits: ({ target }) => target.name ?? target.id ?? "",
    render: ({ id, target }) => <Target key={id} target={target} />,
  },
  { source: "changes", render: (event) => <ChangeSummary event={event} /> },
];

const organizationName: Column<AuditEventRecord> = {
  source: "organizationName",
  width: 160,
  long: true,
  fits: true,
};

const columnsOfAll = [...columns.slice(0, 2), organizationName, ...columns.slice(2)];
