import { ListBase, ResourceContextProvider } from "react-admin";
import type { TabProps } from "../paths.ts";
import { EntriesScreen } from "./EntriesScreen.tsx";
import { PAGE_ROWS } from "./entryPages.ts";

const SORT = { field: "entryId", order: "ASC" } as const;
// The grid reads its pages itself; the list keeps the conditions and their address.
const NO_READ = { enabled: false };

/** The entries of a dictionary, to search and, under its lock, to edit. */
export function EntriesTab(props: TabProps) {
  return (
    <ResourceContextProvider value="entries">
      <ListBase
        resource="entries"
        storeKey={`entries.${props.dictionary.dictionaryId}`}
        sort={SORT}
        perPage={PAGE_ROWS}
        queryOptions={NO_READ}
        disableAuthentication
      >
        <EntriesScreen {...props} />
      </ListBase>
    </ResourceContextProvider>
  );
}
