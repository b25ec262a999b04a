import { useEffect } from "react";
import { useListContext, useLocation, useNavigate } from "react-admin";
import { withWorkspace } from "../../providers/signIn/tabWorkspace.ts";

/**
 * To react-admin an address without conditions means the last conditions, so the browser's back
 * button would go from page 2 to page 2. This always writes the conditions into the address.
 */
export function useWrittenConditions() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { page, perPage, sort, filterValues } = useListContext();
  useEffect(() => {
    if (withWorkspace(search, null)) return;
    const conditions = new URLSearchParams({
      filter: JSON.stringify(filterValues),
      order: sort.order,
      page: String(page),
      perPage: String(perPage),
      sort: sort.field,
    });
    navigate({ search: `?${conditions}` }, { replace: true, state });
  }, [navigate, search, state, page, perPage, sort, filterValues]);
}
