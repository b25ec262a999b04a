import { useEffect } from "react";
import { useListContext, useLocation, useNavigate } from "react-admin";

/**
 * To react-admin an address without conditions means "as last time": from page 2 the browser's 戻る would
 * come to page 2 again. So the address of a list always says its conditions, those at the start too.
 */
export function useWrittenConditions() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { page, perPage, sort, filterValues } = useListContext();
  useEffect(() => {
    if (search) return;
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
