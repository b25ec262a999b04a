import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { type Ref, Suspense, useCallback, useRef, useState } from "react";
import type { ServiceScope } from "../../../domain/access.ts";
import { resourceTopic } from "../../../domain/events.ts";
import { daysLeft } from "../../../domain/serviceKeys/rules.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { NameChips } from "../../components/display/NameChips.tsx";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { useFocusAfterDialog } from "../../components/focus/useFocusAfterDialog.ts";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { lazyDialog, lazyPart } from "../../components/load/lazyScreen.tsx";
import { serviceKeys } from "../../i18n/ja/resources/serviceKeys.ts";
import { serviceKeyList } from "../../i18n/ja/serviceKeyPages.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import type { ServiceKeyRecord } from "../records.ts";
import styles from "./serviceKeys.module.css";

const CreateDialog = lazyDialog(async () => (await import("./CreateDialog.tsx")).CreateDialog);
const ReplaceDialog = lazyDialog(async () => (await import("./ReplaceDialog.tsx")).ReplaceDialog);
const RevokeDialog = lazyDialog(async () => (await import("./RevokeDialog.tsx")).RevokeDialog);

const SERVICE_KEYS = resourceTopic("service-keys");

export function ServiceKeyList() {
  useLiveReads(SERVICE_KEYS, "service-keys");
  const [open, setOpen] = useState<
    "create" | { does: "revoke" | "replace"; serviceKey: ServiceKeyRecord }
  >();
  const addButton = useRef<HTMLButtonElement>(null);
  useFocusAfterDialog(open !== undefined, addButton);
  const add = () => setOpen("create");
  const close = () => setOpen(undefined);
  const rowActions = useCallback(
    (serviceKey: ServiceKeyRecord) => (
      <KeyActions serviceKey={serviceKey} onChoose={(does) => setOpen({ does, serviceKey })} />
    ),
    [],
  );

  return (
    <ListPage
      title={serviceKeys.name}
      sort={listSorts["service-keys"]}
      search={<ServiceKeySearch />}
      add={<AddButton ref={addButton} onClick={add} />}
      dialogs={
        <>
          {open === "create" ? <CreateDialog onClose={close} /> : null}
          {typeof open === "object" && open.does === "revoke" ? (
            <RevokeDialog serviceKey={open.serviceKey} onClose={close} />
          ) : null}
          {typeof open === "object" && open.does === "replace" ? (
            <ReplaceDialog serviceKey={open.serviceKey} onClose={close} />
          ) : null}
        </>
      }
    >
      <DataTable
        columns={serviceKeyColumns}
        rowLink={false}
        rowActions={rowActions}
        actionsWidth={224}
        empty={serviceKeyList.empty}
        next={<AddButton onClick={add} />}
      />
    </ListPage>
  );
}

interface AddButtonProps {
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
}

function AddButton({ ref, onClick }: AddButtonProps) {
  return (
    <Button {...(ref ? { ref } : {})} variant="contained" startIcon={<AddIcon />} onClick={onClick}>
      {serviceKeys.list.add}
    </Button>
  );
}

interface KeyActionsProps {
  serviceKey: ServiceKeyRecord;
  onChoose: (does: "revoke" | "replace") => void;
}

function KeyActions({ serviceKey, onChoose }: KeyActionsProps) {
  const { name, replacedBy } = serviceKey;
  const state = stateOf(serviceKey);
  if (state === "revoked") return null;
  return (
    <span className={`gap-8 inline-flex ${styles.actions}`}>
      {state === "ended" || replacedBy !== null ? null : (
        <Button
          size="small"
          variant="outlined"
          color="secondary"
          aria-label={serviceKeyList.replaceOf(name)}
          onClick={() => onChoose("replace")}
        >
          {serviceKeyList.replace}
        </Button>
      )}
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-label={serviceKeyList.revokeOf(name)}
        onClick={() => onChoose("revoke")}
      >
        {serviceKeyList.revoke}
      </Button>
    </span>
  );
}

function ServiceKeySearch() {
  return (
    <SearchForm few>
      <SearchText
        source="q"
        label={serviceKeyList.keyword}
        placeholder={serviceKeyList.keywordHint}
      />
    </SearchForm>
  );
}

const Copyable = lazyPart(
  async () => (await import("../../components/copy/Copyable.tsx")).Copyable,
);

/** The beginning of a key, by which logs and configurations of programs are searched for it. */
function Prefix({ prefix }: Pick<ServiceKeyRecord, "prefix">) {
  const shown = <code className="caption mono">{prefix}…</code>;
  return (
    <Suspense fallback={shown}>
      <Copyable label={serviceKeys.fields.prefix} value={prefix}>
        {shown}
      </Copyable>
    </Suspense>
  );
}

const MOST_NAMES = 2;

const serviceKeyColumns: readonly Column<ServiceKeyRecord>[] = [
  { source: "name", long: true, sortBy: true },
  {
    source: "scopes",
    width: 164,
    render: ({ scopes }) => <ScopeNames scopes={scopes} />,
  },
  {
    source: "organizations",
    width: 130,
    render: ({ organizations }) => (
      <NameChips
        names={organizations?.map(({ organizationName }) => organizationName) ?? []}
        most={MOST_NAMES}
      />
    ),
  },
  {
    source: "prefix",
    under: "name",
    noWrap: true,
    render: ({ prefix }) => <Prefix key={prefix} prefix={prefix} />,
  },
  {
    source: "lastUsedAt",
    width: 130,
    sortBy: true,
    noWrap: true,
    render: ({ lastUsedAt }) =>
      lastUsedAt === null ? serviceKeyList.unused : formatDateTime(lastUsedAt),
  },
  {
    source: "endsAt",
    width: 130,
    sortBy: true,
    noWrap: true,
    render: ({ endsAt }) => (endsAt === null ? serviceKeyList.noEnd : formatDateTime(endsAt)),
    below: endLine,
  },
  {
    source: "createdAt",
    under: "lastUsedAt",
    sortBy: true,
    noWrap: true,
    render: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    source: "state",
    width: 102,
    render: (serviceKey) => {
      const state = stateOf(serviceKey);
      return <StatusChip tone={TONES[state]} label={serviceKeys.state[state]} />;
    },
    below: ({ revokedAt, heldAt }) => {
      const since = revokedAt ?? heldAt;
      return since === null ? null : formatDateTime(since);
    },
  },
];

const TONES = { active: "success", held: "warning", ended: "neutral", revoked: "neutral" } as const;

/** How long a key that works still does, and that another one takes its place. */
function endLine(serviceKey: ServiceKeyRecord): string | null {
  const { endsAt, replacedBy } = serviceKey;
  if (endsAt === null || stateOf(serviceKey) !== "active") return null;
  const left = serviceKeyList.daysLeft(daysLeft(endsAt));
  return replacedBy === null ? left : `${left}（${serviceKeyList.replaced}）`;
}

function stateOf({ revokedAt, heldAt, endsAt }: ServiceKeyRecord) {
  if (revokedAt !== null) return "revoked";
  if (endsAt !== null && new Date(endsAt) <= new Date()) return "ended";
  return heldAt === null ? "active" : "held";
}

/** What a key may do, one below the other. */
function ScopeNames({ scopes }: { scopes: readonly ServiceScope[] }) {
  return (
    <ul>
      {scopes.map((scope) => (
        <li key={scope}>{serviceKeys.scope[scope]}</li>
      ))}
    </ul>
  );
}
