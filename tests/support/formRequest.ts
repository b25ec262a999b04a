export type Content = string | Uint8Array<ArrayBuffer>;

/** A form with a file and other fields. */
export function fileForm(content: Content, name: string, fields: object = {}): FormData {
  const form = new FormData();
  form.set("file", new File([content], name));
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  return form;
}

/** The payload and media type of a form, as a browser sends it. */
export async function formRequest(form: FormData) {
  const request = new Response(form);
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  };
}
