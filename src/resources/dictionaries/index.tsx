import MenuBookIcon from "@mui/icons-material/MenuBookOutlined";
import Button from "@mui/material/Button";
import SvgIcon from "@mui/material/SvgIcon";
import { useListContext } from "react-admin";
import { Route } from "react-router";
import { can } from "../../../domain/access.ts";
import { DICTIONARY_CATEGORIES, LOCKED_FILTERS } from "../../../domain/dictionaries/rules.ts";
import { formatDateTime, formatRecent } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchSelect, SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { lazyPart, lazyScreen } from "../../components/load/lazyScreen.tsx";
import { app } from "../../i18n/ja/app.ts";
import { dictionaries as dictionaryTexts } from "../../i18n/ja/resources/dictionaries.ts";
import { useOpenSearch } from "../../layout/quickSearch/EarlyText.tsx";
import { listSorts } from "../../providers/data/listSorts.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import type { DictionaryRecord } from "../records.ts";
import { LockState } from "./LockState.tsx";
import { dictionaryPath } from "./paths.ts";
import { ReflectionState, useLiveDictionaries, useLiveReflection } from "./ReflectionState.tsx";
import { WorkspaceNames } from "./WorkspaceNames.tsx";

const choice = {
  name: ({ dictionaryName }: DictionaryRecord) => dictionaryName,
  Bar: lazyPart(async () => (await import("./DictionaryBulk.tsx")).DictionaryBulk),
};

function DictionaryList() {
  useLiveDictionaries();
  useLiveReflection();
  const writes = can(useUserProfile(), "dictionary.write");
  return (
    <ListPage
      title={dictionaryTexts.name}
      sort={listSorts.dictionaries}
      columns={dictionaryColumns}
      search={<DictionarySearch />}
      add={<CreateLink label={dictionaryTexts.list.add} />}
    >
      <DataTable
        columns={dictionaryColumns}
        rowLink="edit"
        {...(writes ? { choice } : {})}
        empty={dictionaryTexts.empty}
        next={<CreateLink label={dictionaryTexts.list.add} />}
        elsewhere={<WordsInstead />}
      />
    </ListPage>
  );
}

/** The keyword may be a word that stands in a dictionary, which the quick search finds. */
function WordsInstead() {
  const { filterValues } = useListContext();
  const openSearch = useOpenSearch();
  const keyword = String(filterValues.q ?? "").trim();
  if (keyword === "") return null;
  return (
    <Button variant="outlined" onClick={() => openSearch(keyword)}>
      {dictionaryTexts.list.searchWords(keyword)}
    </Button>
  );
}

const categories = DICTIONARY_CATEGORIES.map((category) => ({ id: category, name: category }));
const lockStates = LOCKED_FILTERS.map((id) => ({
  id,
  name: dictionaryTexts.list.locked[id],
}));

function DictionarySearch() {
  return (
    <SearchForm>
      <SearchText
        source="q"
        label={dictionaryTexts.list.keyword}
        placeholder={dictionaryTexts.list.keywordHint}
      />
      <SearchSelect source="category" choices={categories} />
      <SearchSelect source="locked" choices={lockStates} />
    </SearchForm>
  );
}

const DictionaryPage = lazyScreen(
  async () => (await import("./detail/DictionaryPage.tsx")).DictionaryPage,
);
const PreviewPage = lazyScreen(async () => (await import("./preview/PreviewPage.tsx")).PreviewPage);
const HealthPage = lazyScreen(async () => (await import("./health/HealthCheck.tsx")).HealthPage);
const LearnPage = lazyScreen(async () => (await import("./learn/LearnPage.tsx")).LearnPage);

/** Dictionaries in the staff area. Each screen loads when it is opened. */
export const dictionaries = {
  list: DictionaryList,
  create: lazyScreen(async () => (await import("./form/DictionaryForm.tsx")).DictionaryCreate),
  hasEdit: true,
  icon: MenuBookIcon,
  children: (
    <>
      <Route path="preview" element={<PreviewPage />} />
      <Route path="health" element={<HealthPage />} />
      <Route path="learn" element={<LearnPage />} />
      <Route path=":id/*" element={<DictionaryPage />} />
    </>
  ),
  recordRepresentation: (dictionary: DictionaryRecord) => dictionary.dictionaryName,
};

const MOST_NAMES = 2;

/** As long as a lock in its cell: a chip, a name and a time. */
function lockText(name: string | null, since: string): string {
  const { held, by } = dictionaryTexts.lock;
  return `${held}　　${by(name ?? "", formatRecent(since))}`;
}

const dictionaryColumns: readonly Column<DictionaryRecord>[] = [
  { source: "dictionaryName", long: true, sortBy: true, fits: true },
  { source: "category", width: 102, sortBy: true, noWrap: true },
  { source: "description", long: true, fits: true },
  {
    source: "workspaceIds",
    width: 150,
    render: ({ workspaceIds }) => <WorkspaceNames ids={workspaceIds} most={MOST_NAMES} />,
  },
  {
    source: "reflection",
    // Two lines of 一部のエンジンで未反映 with its count.
    width: 117,
    render: (dictionary) => (
      <ReflectionState
        dictionary={dictionary}
        to={dictionaryPath(dictionary.dictionaryId, "reflection")}
      />
    ),
  },
  {
    source: "entryCount",
    width: 78,
    align: "end",
    noWrap: true,
    render: ({ entryCount }) => app.table.count(formatNumber(entryCount)),
  },
  {
    source: "locked",
    width: 280,
    fits: ({ lockedByName, lockedAt }) =>
      lockedAt === null ? "" : lockText(lockedByName, lockedAt),
    render: (dictionary) => <LockState dictionary={dictionary} />,
  },
  {
    source: "updatedAt",
    width: 128,
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];

/** A pulse. An icon of the library would stand in the code of both areas. */
export function HealthIcon() {
  return (
    <SvgIcon>
      <path d="M2 13h5l3-8 4 14 3-6h5" fill="none" stroke="currentColor" strokeWidth="2" />
    </SvgIcon>
  );
}
