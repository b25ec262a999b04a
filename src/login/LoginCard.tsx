import type { ReactNode } from "react";
import { login } from "../i18n/ja/login.ts";
import { logoSource } from "../layout/logo.ts";
import styles from "./login.module.css";

const LOGO_WIDTH = 40;

interface LoginCardProps {
  onFocus?: () => void;
  below?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of the sign-in pages: no react-admin, MUI or router
 * (docs/product/sign-in.md#sign-in-page).
 */
export function LoginCard({ onFocus, below, children }: LoginCardProps) {
  return (
    <main className={`line pad-24-16 column ${styles.page}`} onFocus={onFocus}>
      <div className={`gap-16 card grid ${styles.card}`}>
        <p className="line gap-12 bold title-text">
          <img {...logoSource(LOGO_WIDTH)} width={LOGO_WIDTH} height={LOGO_WIDTH} alt="" />
          {login.product}
        </p>
        {children}
      </div>
      {below}
    </main>
  );
}
