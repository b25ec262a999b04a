import type { TransformData } from "react-admin";
import { noticeCreate, noticeFields } from "../../../domain/api/notices.ts";
import { CreatePage } from "../../components/form/CreatePage.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { TextAreaInput } from "../../components/form/TextAreaInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { notices as text } from "../../i18n/ja/resources/notices.ts";

const LIST = { to: "/notices", name: text.list.title };
const BLANK = { title: "", body: "" };

/** An edited form holds the whole record; only what a person writes is checked and sent. */
const written = ({ title, body }: Record<string, unknown>) => ({ title, body });
const errorsOf = validateWith(noticeCreate);
const validate = (values: Record<string, unknown>) => errorsOf(written(values));
const toSend: TransformData = (values) =>
  noticeCreate.safeParse(written(values)).data ?? written(values);

export function NoticeCreate() {
  return (
    <CreatePage
      title={text.form.createTitle}
      notice={text.notifications.created}
      back={LIST}
      saveLabel={text.list.add}
      defaultValues={BLANK}
      validate={validate}
      transform={toSend}
    >
      <NoticeFields />
    </CreatePage>
  );
}

export function NoticeEdit() {
  return (
    <EditPage
      title={text.form.editTitle}
      back={LIST}
      fields={noticeFields}
      validate={validate}
      transform={toSend}
    >
      <NoticeFields />
    </EditPage>
  );
}

function NoticeFields() {
  return (
    <FormSection title={text.name}>
      <TextInput source="title" required />
      <TextAreaInput source="body" />
    </FormSection>
  );
}
