/** The payload and media type of a form, as a browser sends it. */
export async function formRequest(form: FormData) {
  const request = new Response(form);
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  };
}
