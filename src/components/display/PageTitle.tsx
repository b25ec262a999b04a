import { type ReactNode, useEffect } from "react";
import { LinkBase, useTranslate } from "react-admin";
import styles from "./display.module.css";

export interface PageTitleProps {
  /** A key of the catalogue or a finished text such as a name. */
  title: string;
  back?: { to: string; name: string } | undefined;
  actions?: ReactNode;
  extra?: ReactNode;
}

/** The heading of a page. It also sets the title of the browser's tab. */
export function PageTitle({ title, back, actions, extra }: PageTitleProps) {
  const translate = useTranslate();
  const text = translate(title, { _: title });
  const product = translate("app.title");

  useEffect(() => {
    document.title = `${text} | ${product}`;
    return () => {
      document.title = product;
    };
  }, [text, product]);

  return (
    <header className={styles.pageTitle}>
      <div>
        {back ? (
          <LinkBase to={back.to} className={styles.back}>
            {translate("app.back", { name: translate(back.name, { _: back.name }) })}
          </LinkBase>
        ) : null}
        <div className={styles.heading}>
          <h1>{text}</h1>
          {extra}
        </div>
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}
