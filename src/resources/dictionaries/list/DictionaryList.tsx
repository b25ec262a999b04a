import { CreateLink } from "../../../components/list/CreateLink.tsx";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListPage } from "../../../components/list/ListPage.tsx";
import { listSorts } from "../../../providers/listSorts.ts";
import { useLiveDictionaries } from "../useLiveDictionaries.ts";
import { DictionarySearch } from "./DictionarySearch.tsx";
import { dictionaryColumns } from "./dictionaryColumns.tsx";
import { PreviewLink } from "./PreviewLink.tsx";

export function DictionaryList() {
  useLiveDictionaries();
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
