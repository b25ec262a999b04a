import { type TransformData, useGetRecordId } from "react-admin";
import { workspaceFields } from "../../../domain/workspaces/fields.ts";
import { workspaceUpdate } from "../../../domain/workspaces/schemas.ts";
import { EditPage } from "../../components/form/EditPage.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import type { WorkspaceRecord } from "../records.ts";
import { detailOf, MissingWorkspace, WorkspaceName } from "./WorkspaceParts.tsx";

export function WorkspaceEdit() {
  const id = useGetRecordId();
  return (
    <EditPage<WorkspaceRecord>
      title={workspaces.form.renameTitle}
      back={detailOf(id)}
      fields={workspaceFields}
      validate={validate}
      transform={newName}
      missing={<MissingWorkspace />}
    >
      <WorkspaceName />
    </EditPage>
  );
}

/** The form holds the whole record; only the name is sent. */
const nameOf = ({ workspaceName }: Record<string, unknown>) => ({ workspaceName });
const errorsOf = validateWith(workspaceUpdate);
const validate = (values: Record<string, unknown>) => errorsOf(nameOf(values));

const newName: TransformData = (values) => {
  const name = nameOf(values);
  return workspaceUpdate.safeParse(name).data ?? name;
};
