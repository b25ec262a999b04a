import { useTranslate } from "react-admin";
import { DICTIONARY_CATEGORIES, LOCKED_FILTERS } from "../../../../domain/dictionaryRules.ts";
import { SearchSelect, SearchText } from "../../../components/list/SearchFields.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";

const categories = DICTIONARY_CATEGORIES.map((category) => ({ id: category, name: category }));
const lockStates = LOCKED_FILTERS.map((id) => ({
  id,
  name: `resources.dictionaries.list.locked.${id}`,
}));

export function DictionarySearch() {
  const translate = useTranslate();
  return (
    <SearchForm>
      <SearchText
        source="q"
        label="resources.dictionaries.list.keyword"
        placeholder={translate("resources.dictionaries.list.keywordHint")}
      />
      <SearchSelect source="category" choices={categories} />
      <SearchSelect source="locked" choices={lockStates} />
    </SearchForm>
  );
}
