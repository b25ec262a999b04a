import { type ReactNode, useEffect, useId, useRef } from "react";
import { type TextKey, useTranslate } from "../../i18n/translate.ts";
import styles from "./section.module.css";

interface SectionProps {
  title: TextKey;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Its title takes the focus when it appears: it is the result of what the user did. */
  takesFocus?: boolean;
  children: ReactNode;
}

export function Section({ title, actions, takesFocus = false, children }: SectionProps) {
  const translate = useTranslate();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 ref={heading} id={id} tabIndex={takesFocus ? -1 : undefined}>
          {translate(title)}
        </h2>
        {actions ? <div className="screen-only">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
