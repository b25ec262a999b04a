import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useListFilterContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { holdComposingEnter } from "../form/composition.ts";
import { calendarErrors, emptyIncomplete, enteredDates } from "./calendarErrors.ts";
import styles from "./SearchForm.module.css";
import { type Draft, SearchDraftContext } from "./searchDraft.ts";

interface SearchFormProps {
  /** Returns a sentence per filter that contradicts another one. */
  validate?: (draft: Draft) => Record<string, string>;
  children: ReactNode;
}

/** The filters of the surrounding list. 検索 or Enter applies them, but not during a composition. */
export function SearchForm({ validate, children }: SearchFormProps) {
  const { filterValues, setFilters } = useListFilterContext();
  const form = useRef<HTMLFormElement>(null);
  const written = JSON.stringify(filterValues);
  const [applied, setApplied] = useState(written);
  const [draft, setDraft] = useState<Draft>(filterValues);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const active = Object.keys(filterValues).length;
  const [unfolded, setUnfolded] = useState(false);

  // The overview and the browser's back button change the filters as well.
  if (applied !== written) {
    setApplied(written);
    setDraft(filterValues);
    setErrors({});
  }

  function errorsOf(entered: Draft) {
    return { ...validate?.(entered), ...calendarErrors(form.current) };
  }

  function apply(event: FormEvent) {
    event.preventDefault();
    const entered = { ...draft, ...enteredDates(form.current) };
    const found = errorsOf(entered);
    setDraft(entered);
    setErrors(found);
    const wrong = Object.keys(found)[0];
    if (wrong === undefined) setFilters(tidy(entered), undefined, false);
    else form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }

  function clear() {
    emptyIncomplete(form.current);
    setDraft({});
    setErrors({});
    setFilters({}, undefined, false);
  }

  return (
    <SearchDraftContext
      value={{
        value: (source) => String(draft[source] ?? ""),
        change: (source, value) => setDraft((current) => ({ ...current, [source]: value })),
        leave(source, value) {
          const entered = { ...draft, [source]: value };
          setDraft(entered);
          setErrors(errorsOf(entered));
        },
        error: (source) => errors[source],
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: React and its tools do not know <search> yet */}
      <form
        ref={form}
        noValidate
        role="search"
        aria-label={app.search.label}
        className={`${styles.form} screen-only`}
        onSubmit={apply}
        onKeyDown={holdComposingEnter}
      >
        <button
          type="button"
          className={styles.fold}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {active === 0 ? app.search.label : app.search.active(active)}
        </button>
        <div className={styles.fields} data-unfolded={unfolded}>
          {children}
          <div className={styles.buttons}>
            <Button type="submit" variant="contained">
              {app.search.apply}
            </Button>
            <Button color="secondary" onClick={clear}>
              {app.search.clear}
            </Button>
          </div>
        </div>
      </form>
    </SearchDraftContext>
  );
}

function tidy(filters: Draft): Draft {
  const trimmed = Object.entries(filters).map(
    ([name, value]) => [name, typeof value === "string" ? value.trim() : value] as const,
  );
  return Object.fromEntries(trimmed.filter(([, value]) => value !== "" && value !== undefined));
}
