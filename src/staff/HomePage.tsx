import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { LinkBase, useCreatePath, useGetList } from "react-admin";
import { can } from "../../domain/access.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import { Card } from "../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../components/display/LoadError.tsx";
import { PageTitle } from "../components/display/PageTitle.tsx";
import { StatusChip } from "../components/display/StatusChip.tsx";
import { holdComposingEnter } from "../components/form/composition.ts";
import { SearchBox } from "../components/list/SearchField.tsx";
import order from "../components/load/inOrder.module.css";
import { recentRecords } from "../components/recent/recentRecords.ts";
import { app } from "../i18n/ja/app.ts";
import { home } from "../i18n/ja/home.ts";
import { dictionaries } from "../i18n/ja/resources/dictionaries.ts";
import { workspaces as workspaceTexts } from "../i18n/ja/resources/workspaces.ts";
import { useOpenSearch } from "../layout/quickSearch/EarlyText.tsx";
import { useTabWorkspace } from "../providers/signIn/tabWorkspace.ts";
import { useUserProfile } from "../providers/signIn/userProfile.ts";
import { pageLoad } from "../providers/start/pageLoad.ts";
import { LockState } from "../resources/dictionaries/LockState.tsx";
import { useLiveDictionaries } from "../resources/dictionaries/ReflectionState.tsx";
import type { DictionaryRecord } from "../resources/records.ts";
import { Balance } from "./Balance.tsx";
import styles from "./home.module.css";

/** A link leads to the others. */
const MOST = 8;

function OwnWorkspaces() {
  const createPath = useCreatePath();
  const { workspaces } = useUserProfile();
  const selected = useTabWorkspace()?.workspaceId;
  const isSelected = (id: number) => id === selected;
  const own = workspaces
    .filter(({ isMember }) => isMember)
    .toSorted((a, b) => Number(isSelected(b.workspaceId)) - Number(isSelected(a.workspaceId)));
  const count = formatNumber(workspaces.length);
  return (
    <Card title={workspaceTexts.home.title}>
      {workspaces.length === 0 ? <NoWorkspace /> : null}
      {workspaces.length > 0 && own.length === 0 ? <p>{workspaceTexts.home.noneOwn}</p> : null}
      <ul className={"grid gap-8 full optional"}>
        {own.slice(0, MOST).map(({ workspaceId, workspaceName }) => (
          <li key={workspaceId} className="row gap-4-12">
            <LinkBase to={createPath({ resource: "workspaces", type: "show", id: workspaceId })}>
              {workspaceName}
            </LinkBase>
            {isSelected(workspaceId) ? (
              <StatusChip tone="success" label={workspaceTexts.selected} />
            ) : null}
          </li>
        ))}
      </ul>
      {workspaces.length > Math.min(own.length, MOST) ? (
        <LinkBase to={createPath({ resource: "workspaces", type: "list" })}>
          {workspaceTexts.home.all(count)}
        </LinkBase>
      ) : null}
    </Card>
  );
}

function NoWorkspace() {
  const createPath = useCreatePath();
  if (!can(useUserProfile(), "workspace.write")) {
    return <p>{workspaceTexts.home.none}</p>;
  }
  return (
    <>
      <p>{workspaceTexts.home.noneForAdmin}</p>
      <Button
        variant="outlined"
        component={LinkBase}
        to={createPath({ resource: "workspaces", type: "create" })}
      >
        {workspaceTexts.list.add}
      </Button>
    </>
  );
}

/** The first page. System admins, who belong to no organization, have theirs at /admin. */
export function HomePage() {
  const { isSystemAdmin } = useUserProfile();
  return isSystemAdmin ? <ToAdminArea /> : <MemberHome />;
}

function ToAdminArea() {
  useEffect(() => pageLoad.replace("/admin"), []);
  return <LoadingState />;
}

function MemberHome() {
  const profile = useUserProfile();
  const readsWords = can(profile, "dictionary.read");
  const column = `stack gap-16 shrink content-start optional ${styles.column} ${order.inOrder}`;
  return (
    <div className={`stack gap-16 shrink content-start wide-page ${styles.page} ${order.stacked}`}>
      <PageTitle title={home.title} />
      {readsWords ? <WordSearch /> : null}
      <div className={`${column} ${styles.side}`}>
        {can(profile, "limits.read") ? <Balance /> : null}
      </div>
      <div className={column}>
        {readsWords ? (
          <>
            <RecentDictionaries />
            <LockedDictionaries />
          </>
        ) : null}
        {can(profile, "workspace.read") ? <OwnWorkspaces /> : null}
      </div>
    </div>
  );
}

const MOST_RECENT = 5;

/** The way to the words that this person works on, without the list; absent before the first visit. */
function RecentDictionaries() {
  const [ids] = useState(() =>
    recentRecords()
      .filter(({ kind }) => kind === "dictionaries")
      .slice(0, MOST_RECENT)
      .map(({ id }) => Number(id)),
  );
  const { data, error } = useGetList<DictionaryRecord>(
    "dictionaries",
    { ...LOCKED_NOW, filter: { ids: ids.join(",") } },
    { enabled: ids.length > 0 },
  );
  // Some may have been deleted since.
  const recent = ids.flatMap((id) => data?.find(({ dictionaryId }) => dictionaryId === id) ?? []);
  if (ids.length === 0 || (data && recent.length === 0)) return null;
  return (
    <Card title={home.recent}>
      {data ? (
        <ul className="grid full ruled">
          {recent.map((dictionary) => (
            <DictionaryRow key={dictionary.id} dictionary={dictionary}>
              <span className="note numeric push">
                {home.words(formatNumber(dictionary.entryCount))}
              </span>
            </DictionaryRow>
          ))}
        </ul>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </Card>
  );
}

const filter = { locked: "true" };
const LOCKED_NOW = {
  filter,
  pagination: { page: 1, perPage: 10 },
  sort: { field: "dictionaryName", order: "ASC" },
} as const;

/** The dictionaries that are being edited, with holder and time. */
function LockedDictionaries() {
  const createPath = useCreatePath();
  useLiveDictionaries();
  const { data, total = 0, error } = useGetList<DictionaryRecord>("dictionaries", LOCKED_NOW);
  const list = createPath({ resource: "dictionaries", type: "list" });
  return (
    <Card title={dictionaries.home.title}>
      {data?.length === 0 ? <p>{dictionaries.home.none}</p> : null}
      {data?.length ? (
        <>
          <ul className="grid full ruled">
            {data.map((dictionary) => (
              <DictionaryRow key={dictionary.id} dictionary={dictionary} />
            ))}
          </ul>
          <LinkBase to={`${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`}>
            {dictionaries.home.all(formatNumber(total))}
          </LinkBase>
        </>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </Card>
  );
}

interface DictionaryRowProps {
  dictionary: DictionaryRecord;
  children?: ReactNode;
}

function DictionaryRow({ dictionary, children }: DictionaryRowProps) {
  const createPath = useCreatePath();
  return (
    <li className="row gap-4-12">
      <span className={"row gap-4-12 links"}>
        <LinkBase to={createPath({ resource: "dictionaries", type: "edit", id: dictionary.id })}>
          {dictionary.dictionaryName}
        </LinkBase>
        <span className={`note pill shaded ${styles.category}`}>{dictionary.category}</span>
      </span>
      <LockState dictionary={dictionary} />
      {children}
    </li>
  );
}

const text = home.search;

/** Finds a word in the dictionaries of the organization, by the quick search. */
function WordSearch() {
  const openSearch = useOpenSearch();
  const [typed, setTyped] = useState("");

  function search(event: FormEvent) {
    event.preventDefault();
    openSearch(typed);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: React and its tools do not know <search> yet
    <form
      role="search"
      aria-label={text.label}
      className={`row gap-12 card ${styles.search} screen-only`}
      onSubmit={search}
      onKeyDown={holdComposingEnter}
    >
      <SearchBox
        clearLabel={text.label}
        aria-label={text.label}
        placeholder={`${text.label}（${text.hint}）`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" variant="outlined">
        {app.search.apply}
      </Button>
      <LinkBase to="/dictionaries/preview">{text.preview}</LinkBase>
    </form>
  );
}
