import { type ReactNode, useEffect, useState } from "react";
import {
  ListBase,
  type ListBaseProps,
  ListContextProvider,
  type UseGetListHookValue,
  useCanAccess,
  useGetList,
  useListContext,
} from "react-admin";

type Conditions = Pick<
  ListBaseProps,
  | "resource"
  | "sort"
  | "perPage"
  | "filter"
  | "filterDefaultValues"
  | "storeKey"
  | "disableAuthentication"
  | "disableSyncWithLocation"
>;

interface ListReadProps extends Conditions {
  children: ReactNode;
}

// ListBase keeps the conditions and their address. Its own read would go to page 1 whenever a page
// cannot be read: the key is another one, so that it knows nothing of what is read here.
const NO_READ = { enabled: false, meta: { of: "conditions" } };

/**
 * A list that stays at its conditions when they cannot be read, as ListBase does not. Below it,
 * the list context has no rows of other conditions beside an error.
 */
export function ListRead({ children, ...conditions }: ListReadProps) {
  return (
    <ListBase {...conditions} queryOptions={NO_READ}>
      <ReadContext asksAccess={!conditions.disableAuthentication}>{children}</ReadContext>
    </ListBase>
  );
}

function ReadContext({ asksAccess, children }: { asksAccess: boolean; children: ReactNode }) {
  const list = useListContext();
  const { resource, page, perPage, sort, filterValues, filter, setPage } = list;
  // ListBase leads away who has no access.
  const { canAccess } = useCanAccess({ resource, action: "list", enabled: asksAccess });
  const wanted = {
    pagination: { page, perPage },
    sort,
    filter: { ...filterValues, ...filter },
  };
  const read = useGetList(resource, wanted, {
    enabled: !asksAccess || canAccess === true,
    placeholderData: (before) => before,
    retry: false,
  });
  const { isFetching, isPlaceholderData, refetch } = read;
  const total = isPlaceholderData ? undefined : read.total;
  const failure = useFailure(JSON.stringify([resource, wanted]), read.error);

  // The last rows of a page may have been deleted.
  useEffect(() => {
    const last = Math.max(1, Math.ceil((total ?? page * perPage) / perPage));
    if (!isFetching && (page < 1 || page > last)) setPage(last);
  }, [isFetching, total, page, perPage, setPage]);

  const shared = { ...list, isFetching, isPlaceholderData, refetch };
  return (
    <ListContextProvider value={{ ...shared, ...rowsOf(read, failure) }}>
      {children}
    </ListContextProvider>
  );
}

const NO_ROWS = { data: undefined, total: undefined, meta: undefined } as const;

function rowsOf(
  { data, total = 0, isPlaceholderData, error }: UseGetListHookValue,
  failure: Error | null,
) {
  if (failure && (isPlaceholderData || !data)) {
    return { ...NO_ROWS, error: failure, isPending: false } as const;
  }
  if (!data) return { ...NO_ROWS, error: null, isPending: true } as const;
  return error
    ? ({ data, total, error, isPending: false } as const)
    : ({ data, total, error, isPending: false } as const);
}

/** The last error of a read until another one is wanted, also while it is read again. */
function useFailure(wanted: string, error: Error | null): Error | null {
  const [failed, setFailed] = useState({ wanted, error });
  const isOther = failed.wanted !== wanted;
  if (isOther || (error && failed.error !== error)) setFailed({ wanted, error });
  return error ?? (isOther ? null : failed.error);
}
