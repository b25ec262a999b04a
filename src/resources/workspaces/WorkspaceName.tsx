import { FormSection } from "../../components/form/FormLayout.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";

export function WorkspaceName() {
  return (
    <FormSection title="resources.workspaces.form.section">
      <TextInput
        source="workspaceName"
        description="resources.workspaces.form.nameHint"
        width="medium"
        required
      />
    </FormSection>
  );
}
