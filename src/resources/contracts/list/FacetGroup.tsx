import { useListFilterContext, useTranslate } from "react-admin";
import { formatNumber } from "../../../../domain/numbers.ts";
import { chosenIn } from "./facets.ts";
import overview from "./overview.module.css";

interface FacetGroupProps<Value extends string> {
  source: "status" | "usageState";
  values: readonly Value[];
  counts: Record<Value, number> | undefined;
  /** Offers to choose none of the values, with this count. */
  all?: { total: number | undefined; onPress: () => void };
  hint?: string;
  onPress: (value: Value) => void;
}

export function FacetGroup<Value extends string>(props: FacetGroupProps<Value>) {
  const { source, values, counts, all, hint, onPress } = props;
  const translate = useTranslate();
  const { filterValues } = useListFilterContext();
  const chosen = chosenIn(filterValues[source], values);
  return (
    <fieldset className={overview.group}>
      <legend title={hint}>{translate(`resources.contracts.overview.${source}`)}</legend>
      <div className={overview.facets}>
        {all ? (
          <Facet
            label={translate("resources.contracts.overview.all")}
            count={all.total}
            pressed={chosen.length === 0}
            onPress={all.onPress}
          />
        ) : null}
        {values.map((value) => (
          <Facet
            key={value}
            value={value}
            label={translate(`resources.contracts.${source}.${value}`)}
            count={counts?.[value]}
            pressed={chosen.includes(value)}
            onPress={() => onPress(value)}
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
      {label}
      <span className={overview.facetCount}>{count === undefined ? "–" : formatNumber(count)}</span>
    </button>
  );
}
