import { useListFilterContext } from "react-admin";
import { UNUSUAL } from "../../../../domain/closings/rules.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { closingPages as text } from "../../../i18n/ja/closingPages.ts";
import styles from "./closings.module.css";
import { useMonthSummary } from "./useMonthSummary.ts";

/** How many contracts of the month are open, closed and unusual; a press filters by it. */
export function ClosingOverview({ month }: { month: string }) {
  const { data, isError } = useMonthSummary(month);
  const { filterValues, setFilters } = useListFilterContext();
  const { closed, unusual, ...others } = filterValues;
  const choose = (filters: object) => setFilters({ ...others, ...filters }, undefined, false);
  return (
    <section className={styles.overview} aria-label={text.overview.label}>
      <fieldset className={styles.group}>
        <legend className="visually-hidden">{text.columns.state}</legend>
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
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{text.overview.unusual}</legend>
        {(["ANY", ...UNUSUAL] as const).map((kind) => (
          <Facet
            key={kind}
            label={kind === "ANY" ? text.overview.any : text.unusual[kind]}
            count={data?.unusual[kind]}
            pressed={unusual === kind}
            onPress={() => choose(unusual === kind ? {} : { closed: "false", unusual: kind })}
          />
        ))}
      </fieldset>
      {isError ? (
        <p className={styles.failed} role="status">
          {text.overview.failed}
        </p>
      ) : null}
    </section>
  );
}

interface FacetProps {
  label: string;
  count: number | undefined;
  pressed: boolean;
  onPress: () => void;
}

function Facet({ label, count, pressed, onPress }: FacetProps) {
  return (
    <button type="button" className={styles.facet} aria-pressed={pressed} onClick={onPress}>
      {label}
      <span className={styles.count}>{count === undefined ? "–" : formatNumber(count)}</span>
    </button>
  );
}
