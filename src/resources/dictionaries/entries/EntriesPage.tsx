import { ListBase, ResourceContextProvider, useGetOne, useGetRecordId } from "react-admin";
import { resourceTopic } from "../../../../domain/events.ts";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { PageSkeleton } from "../../../components/display/PageSkeleton.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { isGone } from "../../../providers/isGone.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { EntriesScreen } from "./EntriesScreen.tsx";
import { PAGE_ROWS } from "./useEntryPages.ts";

const SORT = { field: "entryId", order: "ASC" } as const;
// The grid reads its pages itself; the list keeps the conditions and their address.
const NO_READ = { enabled: false };
// The page shows the error itself; react-admin would report any error as a missing record.
const QUIET = { onError: () => {} };

/** /dictionaries/{id}/entries: the entries of a dictionary, to search and, under its lock, to edit. */
export function EntriesPage() {
  const id = Number(useGetRecordId());
  useLiveReads(resourceTopic("dictionaries", id), "dictionaries");
  const { data: dictionary, error } = useGetOne<DictionaryRecord>("dictionaries", { id }, QUIET);
  if (!dictionary || isGone(error)) {
    if (!error) return <PageSkeleton title="resources.entries.name" />;
    return (
      <>
        <PageTitle title="resources.entries.name" back={LIST} />
        <LoadError error={error} />
      </>
    );
  }
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

const LIST = { to: "/dictionaries", name: "resources.dictionaries.form.list" };
