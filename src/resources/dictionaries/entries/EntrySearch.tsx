import { useTranslate } from "react-admin";
import { PARTS_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { SearchSelect, SearchText } from "../../../components/list/SearchFields.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";

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
