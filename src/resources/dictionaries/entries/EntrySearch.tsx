import SearchIcon from "@mui/icons-material/Search";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useListFilterContext } from "react-admin";
import { enabledLabels } from "../../../../domain/entries/fields.ts";
import { PARTS_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { holdComposingEnter } from "../../../components/form/composition.ts";
import controls from "../../../components/list/controls.module.css";
import { SearchBox } from "../../../components/list/SearchField.tsx";
import { type Filters, useFilterDraft } from "../../../components/list/searchDraft.ts";
import { app } from "../../../i18n/ja/app.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import styles from "./entries.module.css";

const CHOICES = {
  partOfSpeech: PARTS_OF_SPEECH.map((name) => [name, name] as const),
  enabled: Object.entries(enabledLabels),
  warning: Object.entries(entries.search.warning),
  used: Object.entries(entries.search.used),
};

const CHOSEN_BY = ["partOfSpeech", "enabled", "warning", "used"] as const;

/** The conditions of the words, on the line of the sheet: a choice applies at once, the keyword by Enter. */
export function EntrySearch({ tellsUses }: { tellsUses: boolean }) {
  const { filterValues } = useListFilterContext();
  const { draft, setDraft, send } = useFilterDraft<Filters>();
  const [unfolded, setUnfolded] = useState(false);
  const active = Object.keys(filterValues).length;

  function apply(choice: Filters = {}) {
    const next = { ...draft, q: draft.q?.trim() ?? "", ...choice };
    replace(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== "")));
  }

  function replace(filters: Filters) {
    setDraft(filters);
    send(filters);
  }

  return (
    <form
      role="search"
      aria-label={app.search.label}
      className={`line gap-8 shrink ${styles.search}`}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      onKeyDown={holdComposingEnter}
    >
      <Button
        size="small"
        variant="outlined"
        color="secondary"
        className={`hidden ${styles.fold}`}
        aria-label={active === 0 ? app.search.label : app.search.active(active)}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {active === 0 ? app.search.apply : `${app.search.apply} ${active}`}
      </Button>
      <div className={`line gap-8 ${styles.fields}`} data-unfolded={unfolded}>
        <div className={styles.keyword}>
          <SearchBox
            name="q"
            aria-label={entries.search.keyword}
            clearLabel={entries.search.keyword}
            value={draft.q ?? ""}
            onChange={(q) => setDraft({ ...draft, q })}
            autoComplete="off"
            placeholder={entries.search.keywordHint}
          />
        </div>
        <Button
          type="submit"
          size="small"
          variant="outlined"
          color="secondary"
          className={styles.icon}
          aria-label={app.search.apply}
        >
          <SearchIcon />
        </Button>
        {CHOSEN_BY.filter((source) => source !== "used" || tellsUses || draft.used).map(
          (source) => (
            <select
              key={source}
              name={source}
              aria-label={entries.fields[source]}
              className={`fixed framed surface text-1 ${controls.control} ${styles.choice}`}
              data-on={draft[source] ? "" : undefined}
              value={draft[source] ?? ""}
              onChange={(event) => apply({ [source]: event.target.value })}
            >
              <option value="">{entries.search.any[source]}</option>
              {CHOICES[source].map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          ),
        )}
        {active > 0 ? (
          <Button size="small" color="secondary" onClick={() => replace({})}>
            {app.search.clear}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
