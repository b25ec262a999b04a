import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useState } from "react";
import { useListFilterContext, useTranslate } from "react-admin";
import { holdComposingEnter } from "../form/composition.ts";
import styles from "./SearchForm.module.css";
import { SearchDraftContext } from "./searchDraft.ts";

type Filters = Record<string, unknown>;

/** The filters of the surrounding list. 検索 or Enter applies them, but not during a composition. */
export function SearchForm({ children }: { children: ReactNode }) {
  const { filterValues, setFilters } = useListFilterContext();
  const translate = useTranslate();
  const written = JSON.stringify(filterValues);
  const [applied, setApplied] = useState(written);
  const [draft, setDraft] = useState<Filters>(filterValues);
  const active = Object.keys(filterValues).length;
  const [unfolded, setUnfolded] = useState(false);

  // The overview and the browser's back button change the filters as well.
  if (applied !== written) {
    setApplied(written);
    setDraft(filterValues);
  }

  function apply(event: FormEvent) {
    event.preventDefault();
    setFilters(tidy(draft), undefined, false);
  }

  function clear() {
    setDraft({});
    setFilters({}, undefined, false);
  }

  return (
    <SearchDraftContext
      value={{
        value: (source) => String(draft[source] ?? ""),
        change: (source, value) => setDraft((current) => ({ ...current, [source]: value })),
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: React and its tools do not know <search> yet */}
      <form
        role="search"
        aria-label={translate("app.search.label")}
        className={styles.form}
        onSubmit={apply}
        onKeyDown={holdComposingEnter}
      >
        <button
          type="button"
          className={styles.fold}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {translate(active === 0 ? "app.search.label" : "app.search.active", { active })}
        </button>
        <div className={styles.fields} data-unfolded={unfolded}>
          {children}
          <div className={styles.buttons}>
            <Button type="submit" variant="contained">
              {translate("app.search.apply")}
            </Button>
            <Button color="secondary" onClick={clear}>
              {translate("app.search.clear")}
            </Button>
          </div>
        </div>
      </form>
    </SearchDraftContext>
  );
}

function tidy(filters: Filters): Filters {
  const trimmed = Object.entries(filters).map(
    ([name, value]) => [name, typeof value === "string" ? value.trim() : value] as const,
  );
  return Object.fromEntries(trimmed.filter(([, value]) => value !== "" && value !== undefined));
}
