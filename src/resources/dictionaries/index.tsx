import MenuBookIcon from "@mui/icons-material/MenuBookOutlined";
import Button from "@mui/material/Button";
import { LinkBase } from "react-admin";
import { Route } from "react-router";
import { DICTIONARY_CATEGORIES, LOCKED_FILTERS } from "../../../domain/dictionaries/rules.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchSelect, SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import { useTranslate } from "../../i18n/translate.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import type { DictionaryRecord } from "../records.ts";
import styles from "./dictionaries.module.css";
import { entriesPath } from "./entriesPath.ts";
import { LockState } from "./LockState.tsx";
import { ReflectionState, useLiveReflection } from "./ReflectionState.tsx";
import { useLiveDictionaries } from "./useLiveDictionaries.ts";
import { WorkspaceNames } from "./WorkspaceNames.tsx";

function DictionaryList() {
  useLiveDictionaries();
  useLiveReflection();
  return (
    <ListPage
      title="resources.dictionaries.name"
      sort={listSorts.dictionaries}
      search={<DictionarySearch />}
      actions={
        <>
          <PreviewLink />
          <CreateLink label="resources.dictionaries.list.add" />
        </>
      }
    >
      <DataTable
        columns={dictionaryColumns}
        empty={<CreateLink label="resources.dictionaries.list.add" />}
      />
    </ListPage>
  );
}

function PreviewLink() {
  const translate = useTranslate();
  return (
    <Button variant="outlined" color="secondary" component={LinkBase} to="/dictionaries/preview">
      {translate("resources.preview.name")}
    </Button>
  );
}

const categories = DICTIONARY_CATEGORIES.map((category) => ({ id: category, name: category }));
const lockStates = LOCKED_FILTERS.map((id) => ({
  id,
  name: `resources.dictionaries.list.locked.${id}`,
}));

function DictionarySearch() {
  const translate = useTranslate();
  return (
    <SearchForm>
      <SearchText
        source="q"
        label="resources.dictionaries.list.keyword"
        placeholder={translate("resources.dictionaries.list.keywordHint")}
      />
      <SearchSelect source="category" choices={categories} />
      <SearchSelect source="locked" choices={lockStates} />
    </SearchForm>
  );
}

const FitnessPage = lazyScreen(async () => (await import("./fitness/FitnessPage.tsx")).FitnessPage);
const EntriesPage = lazyScreen(async () => (await import("./entries/EntriesPage.tsx")).EntriesPage);
const ImportPage = lazyScreen(async () => (await import("./imports/ImportPage.tsx")).ImportPage);
const PreviewPage = lazyScreen(async () => (await import("./preview/PreviewPage.tsx")).PreviewPage);

/** Dictionaries in the staff area. Each screen loads when it is opened. */
export const dictionaries = {
  list: DictionaryList,
  create: lazyScreen(async () => (await import("./form/DictionaryCreate.tsx")).DictionaryCreate),
  edit: lazyScreen(async () => (await import("./form/DictionaryEdit.tsx")).DictionaryEdit),
  show: lazyScreen(async () => (await import("./detail/DictionaryShow.tsx")).DictionaryShow),
  icon: MenuBookIcon,
  children: (
    <>
      <Route path="preview" element={<PreviewPage />} />
      <Route path=":id/entries" element={<EntriesPage />} />
      <Route path=":id/import" element={<ImportPage />} />
      <Route path=":id/fitness" element={<FitnessPage />} />
    </>
  ),
  recordRepresentation: (dictionary: DictionaryRecord) => dictionary.dictionaryName,
};

const MOST_NAMES = 2;

const dictionaryColumns: readonly Column<DictionaryRecord>[] = [
  { source: "dictionaryName", long: true, sortBy: true },
  { source: "category", width: 102, sortBy: true, noWrap: true },
  { source: "description", long: true },
  {
    source: "workspaceIds",
    render: ({ workspaceIds }) => <WorkspaceNames ids={workspaceIds} most={MOST_NAMES} />,
  },
  {
    source: "reflection",
    // Two lines of 一部のエンジンで未反映 with its count.
    width: 117,
    render: (dictionary) => <ReflectionState dictionary={dictionary} />,
  },
  {
    source: "entryCount",
    width: 78,
    align: "end",
    noWrap: true,
    render: (dictionary) => <EntryCount dictionary={dictionary} />,
  },
  {
    source: "locked",
    // Space for a name and a time, so that a lock does not change the width of the columns.
    width: 266,
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

/** How many entries a dictionary has, as the way to them. */
function EntryCount({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId, entryCount } = dictionary;
  const translate = useTranslate();
  const count = formatNumber(entryCount);
  return (
    <LinkBase
      className={styles.count}
      to={entriesPath(dictionaryId)}
      aria-label={translate("resources.entries.action.count", { count })}
    >
      {translate("app.table.count", { count })}
    </LinkBase>
  );
}
