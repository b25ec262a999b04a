import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useListFilterContext } from "react-admin";
import { UNUSUAL } from "../../../../domain/closings/rules.ts";
import { Facet, FacetGroup, Facets } from "../../../components/list/Facets.tsx";
import { closingPages as text } from "../../../i18n/ja/closingPages.ts";
import { useApi } from "../../../providers/data/useApi.ts";

/** How many contracts of the month are open, closed and unusual; a press filters by it. */
export function ClosingOverview({ month }: { month: string }) {
  const { data, isError } = useMonthSummary(month);
  const { filterValues, setFilters } = useListFilterContext();
  const { closed, unusual, ...others } = filterValues;
  const choose = (filters: object) => setFilters({ ...others, ...filters }, undefined, false);
  return (
    <Facets label={text.overview.label} failure={isError && text.overview.failed}>
      <FacetGroup legend={text.columns.state} first>
        <Facet
          label={text.overview.all}
          count={data && data.open + data.closed}
          pressed={closed === undefined && unusual === undefined}
          onPress={() => choose({})}
        />
        <Facet
          label={text.overview.open}
          count={data?.open}
          pressed={closed === "false" && unusual === undefined}
          onPress={() => choose({ closed: "false" })}
        />
        <Facet
          label={text.overview.closed}
          count={data?.closed}
          pressed={closed === "true"}
          onPress={() => choose({ closed: "true" })}
        />
      </FacetGroup>
      <FacetGroup legend={text.overview.unusual}>
        {(["ANY", ...UNUSUAL] as const).map((kind) => (
          <Facet
            key={kind}
            label={kind === "ANY" ? text.overview.any : text.unusual[kind]}
            count={data?.unusual[kind]}
            pressed={unusual === kind}
            onPress={() => choose(unusual === kind ? {} : { closed: "false", unusual: kind })}
          />
        ))}
      </FacetGroup>
    </Facets>
  );
}

/** How many contracts of a month are open, closed and unusual. */
export function useMonthSummary(month: string) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["closings", "summary", month],
    queryFn: ({ signal }) => api("GET /closings/summary", { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });
}
