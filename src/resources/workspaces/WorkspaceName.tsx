import { FormSection } from "../../components/form/FormLayout.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";

export function WorkspaceName() {
  return (
    <FormSection title={workspaces.form.section}>
      <TextInput
        source="workspaceName"
        description={workspaces.form.nameHint}
        width="medium"
        required
      />
    </FormSection>
  );
}
