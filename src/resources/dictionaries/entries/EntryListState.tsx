import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useListContext } from "react-admin";
import { PARTS_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { StateMessage } from "../../../components/display/StateMessage.tsx";
import { SearchSelect, SearchText } from "../../../components/list/SearchFields.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import type { EntryPages } from "./entryPages.ts";

const partsOfSpeech = PARTS_OF_SPEECH.map((name) => ({ id: name, name }));
const states = ["true", "false"].map((id) => ({
  id,
  name: `resources.entries.search.enabled.${id}`,
}));
const warnings = [{ id: "true", name: "resources.entries.search.warning.true" }];

export function EntrySearch() {
  const translate = useTranslate();
  return (
    <SearchForm>
      <SearchText
        source="q"
        label="resources.entries.search.keyword"
        placeholder={translate("resources.entries.search.keywordHint")}
      />
      <SearchSelect source="partOfSpeech" choices={partsOfSpeech} />
      <SearchSelect source="enabled" choices={states} />
      <SearchSelect source="warning" choices={warnings} />
    </SearchForm>
  );
}

interface EntryStateProps {
  pages: EntryPages;
  editable: boolean;
  unsaved: number;
  children: (total: number) => ReactNode;
}

/** The grid, or why there is none: loading, an error, no entries at all or under the conditions. */
export function EntryState({ pages, editable, unsaved, children }: EntryStateProps) {
  const translate = useTranslate();
  const { setFilters } = useListContext();
  const { total, error, isFiltered } = pages;
  if (total === undefined) return error ? <LoadError error={error} /> : <LoadingState />;
  const isEmpty = total === 0;
  return (
    <>
      {isEmpty && (isFiltered || !editable) ? (
        <StateMessage
          role="status"
          title={translate("app.table.empty")}
          text={translate(`resources.entries.empty.${isFiltered ? "noMatch" : "none"}`)}
        >
          {isFiltered ? (
            <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
              {translate("app.search.clear")}
            </Button>
          ) : null}
        </StateMessage>
      ) : null}
      {isEmpty && !editable && unsaved === 0 ? null : children(total)}
    </>
  );
}
