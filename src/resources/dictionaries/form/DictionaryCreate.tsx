import { DICTIONARY_CATEGORIES } from "../../../../domain/dictionaries/rules.ts";
import { CreatePage } from "../../../components/form/CreatePage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { SelectInput } from "../../../components/form/SelectInput.tsx";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { LIST } from "../paths.ts";
import {
  blankDictionary,
  createErrors,
  DictionaryFields,
  newDictionary,
} from "./DictionaryFields.tsx";

const categories = DICTIONARY_CATEGORIES.map((category) => ({ id: category, name: category }));

export function DictionaryCreate() {
  return (
    <CreatePage
      title={dictionaries.form.createTitle}
      notice={dictionaries.notifications.created}
      back={LIST}
      redirect="edit"
      saveLabel={dictionaries.form.submit}
      defaultValues={blankDictionary}
      validate={createErrors}
      transform={newDictionary}
    >
      <FormSection title={dictionaries.form.section}>
        <SelectInput
          source="category"
          description={dictionaries.form.categoryHint}
          choices={categories}
          width="medium"
          required
        />
        <DictionaryFields />
      </FormSection>
    </CreatePage>
  );
}
