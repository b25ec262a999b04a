import type { TransformData } from "react-admin";
import { workspaceCreate } from "../../../domain/workspaces/schemas.ts";
import { CreatePage } from "../../components/form/CreatePage.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { LIST, WorkspaceName } from "./WorkspaceParts.tsx";

const BLANK = { workspaceName: "" };
const validate = validateWith(workspaceCreate);
const newWorkspace: TransformData = (values) => workspaceCreate.safeParse(values).data ?? values;

/** /workspaces/create: the name. The next page adds the members. */
export function WorkspaceCreate() {
  return (
    <CreatePage
      title={workspaces.form.createTitle}
      notice={workspaces.notifications.created}
      back={LIST}
      saveLabel={workspaces.form.submit}
      defaultValues={BLANK}
      validate={validate}
      transform={newWorkspace}
    >
      <WorkspaceName />
    </CreatePage>
  );
}
