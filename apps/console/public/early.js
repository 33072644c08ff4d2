// Runs before anything is painted, so that the page comes in the person's theme at once. The policy of our pages takes no inline script.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('theme');
  } catch {
    // Storage is forbidden: the device's own theme.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = root.dataset.theme;
  // Who is not logged in is on the way to the login page: a frame would flash by.
  if (/(^|; )jms_session_expire=/.test(document.cookie))
    root.dataset.frame = /(^|; )sidebarStatus=0/.test(document.cookie) ? 'narrow' : 'wide';
})();
