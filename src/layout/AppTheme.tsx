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
  shape: { borderRadius: 7 },
  zIndex: { modal: 2000 },
  typography: {
    fontFamily: token("font"),
    fontSize: 14,
    htmlFontSize: 16,
    button: { textTransform: "none", fontWeight: 600, lineHeight: 1.5 },
    body1: AS_BODY,
    h6: { fontSize: token("section"), fontWeight: 600, lineHeight: 1.7 },
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
        // The next best action is tonal, the rest neutral; forced colours show the border.
        outlined: {
          borderColor: "transparent",
          backgroundColor: token("primary-soft"),
          "&:hover": { backgroundColor: token("hover") },
          "&.MuiButton-colorSecondary": {
            backgroundColor: token("sunken"),
            color: token("text"),
            "&:hover": { backgroundColor: token("hover") },
          },
          "&.MuiButton-colorError": {
            backgroundColor: token("error-soft"),
            "&:hover": { backgroundColor: token("hover") },
          },
          "&.MuiButton-root.Mui-disabled": {
            borderColor: "transparent",
            backgroundColor: token("sunken"),
            color: token("text-2"),
            fontWeight: 400,
          },
        },
      },
    },
    MuiFormLabel: {
      styleOverrides: {
        root: {
          fontWeight: 600,
          lineHeight: 1.5,
          "&, &.Mui-focused, &.Mui-error": { color: token("text") },
        },
      },
    },
    MuiInputAdornment: {
      styleOverrides: { positionEnd: { margin: `0 ${token("space-12")} 0 0` } },
    },
    MuiFormHelperText: {
      styleOverrides: { root: { margin: 0, fontSize: token("caption"), lineHeight: "20px" } },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          padding: 0,
          background: token("surface"),
          lineHeight: "inherit",
          [FRAME]: { borderColor: token("line-strong") },
          [`&:hover ${FRAME}`]: { borderColor: token("line-strong") },
          "&.Mui-focused": { outline: `2px solid ${token("focus")}`, outlineOffset: "-1px" },
          [`&.Mui-focused ${FRAME}`]: { borderColor: token("focus"), borderWidth: 1 },
          [`&.Mui-error ${FRAME}`]: { borderColor: token("error") },
          "&.Mui-disabled, &.MuiInputBase-readOnly": {
            background: token("sunken"),
            color: token("text-2"),
            [FRAME]: { borderColor: token("line") },
          },
        },
        input: {
          boxSizing: "border-box",
          height: token("control"),
          padding: `0 ${token("space-12")}`,
          "&::placeholder": { color: token("text-2"), opacity: 1 },
          "&::-webkit-search-cancel-button": { display: "none" },
          "&[data-numeric]": { textAlign: "right", fontVariantNumeric: "tabular-nums" },
          "textarea&": {
            height: "auto",
            padding: `${token("space-8")} ${token("space-12")}`,
            resize: "vertical",
          },
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
