import { useListFilterContext, useTranslate } from "ra-core";
import { chosenIn, toggled } from "./facets.ts";
import overview from "./overview.module.css";

interface FacetGroupProps<Value extends string> {
  source: "status" | "usageState";
  values: readonly Value[];
  total: number | undefined;
  /** Missing while they are being counted. */
  counts: Record<Value, number> | undefined;
}

export function FacetGroup<Value extends string>(props: FacetGroupProps<Value>) {
  const { source, values, total, counts } = props;
  const translate = useTranslate();
  const { filterValues, displayedFilters, setFilters } = useListFilterContext();
  const chosen = chosenIn(filterValues[source], values);
  const choose = (next: readonly Value[]) => {
    const { [source]: _, ...others } = filterValues;
    setFilters(
      next.length > 0 ? { ...others, [source]: next.join(",") } : others,
      displayedFilters,
    );
  };
  return (
    <fieldset className={overview.group}>
      <legend>{translate(`resources.contracts.overview.${source}`)}</legend>
      <div className={overview.facets}>
        <Facet
          label={translate("resources.contracts.overview.all")}
          count={total}
          pressed={chosen.length === 0}
          onPress={() => choose([])}
        />
        {values.map((value) => (
          <Facet
            key={value}
            value={value}
            label={translate(`resources.contracts.${source}.${value}`)}
            count={counts?.[value]}
            pressed={chosen.includes(value)}
            onPress={() => choose(toggled(chosen, value, values))}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface FacetProps {
  value?: string;
  label: string;
  count: number | undefined;
  pressed: boolean;
  onPress: () => void;
}

function Facet({ value, label, count, pressed, onPress }: FacetProps) {
  return (
    <button
      type="button"
      className={overview.facet}
      data-value={count ? value : undefined}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <span className={overview.facetLabel}>{label}</span>
      <span className={overview.facetCount}>{count?.toLocaleString("ja-JP") ?? "–"}</span>
    </button>
  );
}
