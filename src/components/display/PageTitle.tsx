import { type ReactNode, useContext, useEffect } from "react";
import { LinkBase, useLocation } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import order from "../load/inOrder.module.css";
import { type Back, type PageInfo, TrailContext, useBack } from "../trail/trail.ts";
import styles from "./display.module.css";

export interface PageTitleProps {
  title: string;
  /** What the page is about, behind its title in the browser's tab. */
  of?: string | undefined;
  /** The page above; the link leads there unless the person came from another page. */
  back?: Back | undefined;
  /** What links back to this page call it. Default: its title. */
  backName?: string | undefined;
  /** The page only leads on to the next one: no link leads back to it. */
  passing?: boolean | undefined;
  actions?: ReactNode;
  /** The heading, where it shows less or more than the title. */
  heading?: ReactNode;
  /** Beside the heading: the state of a record. */
  extra?: ReactNode;
  /** Below the heading, in one line: what identifies the record. */
  facts?: ReactNode;
}

/** The heading of a page. It also sets the title of the browser's tab. */
export function PageTitle(props: PageTitleProps) {
  const { title, of, backName, passing = false, actions, extra, facts } = props;
  const back = useBack(props.back);
  const product = app.title;
  const parts = [title, ...(of ? [of] : []), product].join(" | ");

  usePageInfo({ name: backName ?? title, passing });
  useEffect(() => {
    document.title = parts;
    return () => {
      document.title = product;
    };
  }, [parts]);

  return (
    <header className={`wrap spread ${styles.pageTitle}`}>
      <div>
        {back ? (
          <LinkBase to={back.to} className={`body-text screen-only high-24 ${styles.back}`}>
            {app.back(back.name)}
          </LinkBase>
        ) : null}
        <div className="row gap-12">
          <h1>{props.heading ?? title}</h1>
          {extra}
        </div>
        {facts ? <p className="row gap-0-16 note numeric">{facts}</p> : null}
      </div>
      {actions ? (
        <div className={`wrap gap-8 ${styles.actions} ${order.together}`}>{actions}</div>
      ) : null}
    </header>
  );
}

/** Tells the pages that are opened from this one what to call it. */
function usePageInfo({ name, passing }: PageInfo): void {
  const { pages } = useContext(TrailContext);
  const { pathname } = useLocation();
  useEffect(() => {
    pages.set(pathname, { name, passing });
  }, [pages, pathname, name, passing]);
}
