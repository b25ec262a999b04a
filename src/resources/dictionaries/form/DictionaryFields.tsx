import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { TextInput } from "../../../components/form/TextInput.tsx";
import { WorkspacesInput } from "./WorkspacesInput.tsx";

export function DictionaryFields({ readOnly = false }: { readOnly?: boolean }) {
  return (
    <>
      <TextInput source="dictionaryName" required readOnly={readOnly} />
      <TextAreaInput source="description" readOnly={readOnly} />
      <WorkspacesInput readOnly={readOnly} />
    </>
  );
}
