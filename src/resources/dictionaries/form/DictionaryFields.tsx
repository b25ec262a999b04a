import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { TextInput } from "../../../components/form/TextInput.tsx";

/** Name and description, alike for a new dictionary and an existing one. */
export function DictionaryFields({ readOnly = false }: { readOnly?: boolean }) {
  return (
    <>
      <TextInput source="dictionaryName" required readOnly={readOnly} />
      <TextAreaInput source="description" readOnly={readOnly} />
    </>
  );
}
