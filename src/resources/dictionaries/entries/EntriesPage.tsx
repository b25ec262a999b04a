import { ListBase, ResourceContextProvider } from "react-admin";
import { PageError } from "../../../components/display/PageError.tsx";
import { PageSkeleton } from "../../../components/display/PageSkeleton.tsx";
import { LIST } from "../listLink.ts";
import { usePageDictionary } from "../usePageDictionary.ts";
import { EntriesScreen } from "./EntriesScreen.tsx";
import { PAGE_ROWS } from "./entryPages.ts";

const TITLE = "resources.entries.name";
const SORT = { field: "entryId", order: "ASC" } as const;
// The grid reads its pages itself; the list keeps the conditions and their address.
const NO_READ = { enabled: false };

/** /dictionaries/{id}/entries: the entries of a dictionary, to search and, under its lock, to edit. */
export function EntriesPage() {
  const { id, dictionary, error } = usePageDictionary();
  if (!dictionary && error) return <PageError title={TITLE} back={LIST} error={error} />;
  if (!dictionary) return <PageSkeleton title={TITLE} />;
  return (
    <ResourceContextProvider value="entries">
      <ListBase
        key={id}
        resource="entries"
        storeKey={`entries.${id}`}
        sort={SORT}
        perPage={PAGE_ROWS}
        queryOptions={NO_READ}
        disableAuthentication
      >
        <EntriesScreen dictionary={dictionary} />
      </ListBase>
    </ResourceContextProvider>
  );
}
