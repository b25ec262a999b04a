import { LoadError } from "./LoadError.tsx";
import { PageTitle, type PageTitleProps } from "./PageTitle.tsx";

interface PageErrorProps extends Pick<PageTitleProps, "title" | "back"> {
  error: unknown;
}

/** A page whose record could not be read. */
export function PageError({ title, back, error }: PageErrorProps) {
  return (
    <>
      <PageTitle title={title} back={back} />
      <LoadError error={error} />
    </>
  );
}
