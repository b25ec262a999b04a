import { LoadError } from "../../components/display/LoadError.tsx";
import { PageTitle } from "../../components/display/PageTitle.tsx";

const LIST = { to: "/dictionaries", name: "resources.dictionaries.form.list" };

/** A page below a dictionary that could not be read. */
export function PageError({ title, error }: { title: string; error: unknown }) {
  return (
    <>
      <PageTitle title={title} back={LIST} />
      <LoadError error={error} />
    </>
  );
}
