import { useListFilterContext, useTranslate } from "react-admin";
import { chosenIn, toggled } from "./facets.ts";
import overview from "./overview.module.css";
import type { useFilterChange } from "./useFilterChange.ts";

interface FacetGroupProps<Value extends string> {
  source: "status" | "usageState";
  values: readonly Value[];
  total: number | undefined;
  counts: Record<Value, number> | undefined;
  onChange: ReturnType<typeof useFilterChange>;
}

export function FacetGroup<Value extends string>(props: FacetGroupProps<Value>) {
  const { source, values, total, counts, onChange } = props;
  const translate = useTranslate();
  const { filterValues } = useListFilterContext();
  const chosen = chosenIn(filterValues[source], values);
  const choose = (pick: (chosen: Value[]) => readonly Value[]) =>
    onChange((filters) => {
      const { [source]: current, ...others } = filters;
      const next = pick(chosenIn(current, values)).join(",");
      return next === "" ? others : { ...others, [source]: next };
    });
  return (
    <fieldset className={overview.group}>
      <legend>{translate(`resources.contracts.overview.${source}`)}</legend>
      <div className={overview.facets}>
        <Facet
          label={translate("resources.contracts.overview.all")}
          count={total}
          pressed={chosen.length === 0}
          onPress={() => choose(() => [])}
        />
        {values.map((value) => (
          <Facet
            key={value}
            value={value}
            label={translate(`resources.contracts.${source}.${value}`)}
            count={counts?.[value]}
            pressed={chosen.includes(value)}
            onPress={() => choose((before) => toggled(before, value, values))}
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
