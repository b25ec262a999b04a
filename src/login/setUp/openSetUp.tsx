/** A chunk of its own, so that the page of mailed links does not list what this one loads. */
export async function setUpPage() {
  const { SetUpPage } = await import("./SetUpPage.tsx");
  return <SetUpPage />;
}
