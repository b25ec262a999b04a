import { app } from "../../i18n/ja/app.ts";
import styles from "./display.module.css";
import { LoadError } from "./LoadError.tsx";
import { PageTitle, type PageTitleProps } from "./PageTitle.tsx";

const BARS = ["60%", "85%", "70%", "80%"];

/** The frame of a page whose code or record is on its way. */
export function PageSkeleton(heading: Pick<PageTitleProps, "title" | "back">) {
  return (
    <div className="grid gap-16">
      <PageTitle {...heading} />
      <div role="status" className={`gap-16 card grid ${styles.skeleton}`}>
        <span className="visually-hidden">{app.loading}</span>
        {BARS.map((width) => (
          <span key={width} className={`round-small ${styles.skeletonBar}`} style={{ width }} />
        ))}
      </div>
    </div>
  );
}

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
