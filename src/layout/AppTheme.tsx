import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";

const token = (name: string) => `var(--ki-${name})`;
const tone = (name: string, contrast: string) => ({
  main: token(name),
  light: token(name),
  dark: token(name),
  contrastText: token(contrast),
});

/** Text has the size of the page around it (base.css). */
const AS_BODY = { fontSize: "inherit", lineHeight: "inherit" };
const FRAME = ".MuiOutlinedInput-notchedOutline";

/** MUI uses the tokens of tokens.css. Light and dark change there, so one scheme is enough. */
export const theme = createTheme({
  // The tokens follow color-scheme themselves, so MUI must not set it.
  cssVariables: { nativeColor: true, disableCssColorScheme: true },
  palette: {
    primary: { ...tone("primary", "on-primary"), dark: token("primary-strong") },
    secondary: tone("text-2", "surface"),
    error: { ...tone("error", "on-error"), dark: token("error-strong") },
    warning: tone("warning", "surface"),
    success: tone("success", "surface"),
    info: tone("info", "surface"),
    text: { primary: token("text"), secondary: token("text-2"), disabled: token("text-2") },
    action: {
      active: token("text-2"),
      hover: token("hover"),
      focus: token("hover"),
      disabled: token("text-2"),
      disabledBackground: token("line"),
    },
    divider: token("line"),
    background: { default: token("bg"), paper: token("surface") },
  },
  shape: { borderRadius: 6 },
  zIndex: { modal: 2000 },
  typography: {
    fontFamily: token("font"),
    fontSize: 14,
    htmlFontSize: 16,
    button: { textTransform: "none", fontWeight: 600, lineHeight: 1.5 },
    body1: AS_BODY,
    h6: { fontSize: 16, fontWeight: 600, lineHeight: 1.7 },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          "&:focus-visible, &.Mui-focusVisible": {
            outline: `2px solid ${token("focus")}`,
            outlineOffset: "2px",
          },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: token("control"), padding: "5px 16px", whiteSpace: "nowrap" },
        outlined: { borderColor: token("line-strong") },
      },
    },
    MuiFormLabel: {
      styleOverrides: {
        root: {
          fontSize: 13,
          fontWeight: 600,
          lineHeight: 1.5,
          "&, &.Mui-focused, &.Mui-error": { color: token("text") },
        },
      },
    },
    MuiInputAdornment: { styleOverrides: { positionEnd: { margin: "0 10px 0 0" } } },
    MuiFormHelperText: { styleOverrides: { root: { margin: 0, lineHeight: "20px" } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          padding: 0,
          background: token("surface"),
          lineHeight: "inherit",
          [FRAME]: { borderColor: token("line-strong") },
          [`&:hover ${FRAME}`]: { borderColor: token("line-strong") },
          [`&.Mui-focused ${FRAME}`]: { borderColor: token("focus") },
          [`&.Mui-error ${FRAME}`]: { borderColor: token("error") },
          "&.Mui-disabled, &.MuiInputBase-readOnly": {
            background: token("surface-2"),
            color: token("text-2"),
            [FRAME]: { borderColor: token("line") },
          },
        },
        input: {
          boxSizing: "border-box",
          height: token("control"),
          padding: "0 10px",
          "&::placeholder": { color: token("text-2"), opacity: 1 },
          "&::-webkit-search-cancel-button": { display: "none" },
          "&[data-numeric]": { textAlign: "right", fontVariantNumeric: "tabular-nums" },
          "textarea&": { height: "auto", padding: "8px 10px", resize: "vertical" },
        },
      },
    },
  },
});

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

// MUI's styles come first in the head, so that the static style sheets override them.
const cache = createCache({ key: "mui", prepend: true, ...(nonce ? { nonce } : {}) });

export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
