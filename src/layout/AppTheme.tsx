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
    action: { disabled: token("text-2"), disabledBackground: token("line") },
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
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          "&:focus-visible": { outline: `2px solid ${token("focus")}`, outlineOffset: "2px" },
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
          "&.Mui-disabled": { borderColor: "transparent", backgroundColor: token("sunken") },
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
