// Sets the colours before the page is drawn, to avoid a flash. The switch is in parts/top.js.
"use strict";
try {
  const theme = localStorage.getItem("causalcore.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be blocked; the system's colours apply then.
}
