import { DICTIONARY_CATEGORIES } from "../../../../domain/dictionaries/rules.ts";
import { CreatePage } from "../../../components/form/CreatePage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { SelectInput } from "../../../components/form/SelectInput.tsx";
import { LIST } from "../listLink.ts";
import { DictionaryFields } from "./DictionaryFields.tsx";
import { blankDictionary, createErrors, newDictionary } from "./dictionaryValues.ts";

const categories = DICTIONARY_CATEGORIES.map((category) => ({ id: category, name: category }));

export function DictionaryCreate() {
  return (
    <CreatePage
      title="resources.dictionaries.form.createTitle"
      back={LIST}
      saveLabel="resources.dictionaries.form.submit"
      defaultValues={blankDictionary}
      validate={createErrors}
      transform={newDictionary}
    >
      <FormSection title="resources.dictionaries.form.section">
        <SelectInput
          source="category"
          description="resources.dictionaries.form.categoryHint"
          choices={categories}
          width="medium"
          required
        />
        <DictionaryFields />
      </FormSection>
    </CreatePage>
  );
}
