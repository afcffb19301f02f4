// The current view as a single file that needs no others: its words, tables and drawings with their styles, and no script.

/** Returns a page with the content of `main`. `command` is the command that asks the same question. */
export function page(command) {
  const main = document.getElementById('main');
  const seen = main.cloneNode(true);
  canvases(main, seen);
  // Remove elements that ask questions, and those that work only with a script.
  for (const node of seen.querySelectorAll('.asking, form, input, select, textarea, .match, noscript')) node.remove();
  for (const node of seen.querySelectorAll('button')) node.replaceWith(...plain(node));
  for (const node of seen.querySelectorAll('a[href]')) {
    if (!/^https:\/\//.test(node.getAttribute('href'))) node.removeAttribute('href');
  }
  for (const node of seen.querySelectorAll('[tabindex]')) node.removeAttribute('tabindex');
  const whole = document.implementation.createHTMLDocument(document.title);
  const [charset, width, scheme, policy] = ['charset', 'viewport', 'color-scheme', 'policy'].map(() => whole.createElement('meta'));
  charset.setAttribute('charset', 'utf-8');
  Object.assign(width, { name: 'viewport', content: 'width=device-width, initial-scale=1' });
  Object.assign(scheme, { name: 'color-scheme', content: 'light dark' });
  policy.setAttribute('http-equiv', 'Content-Security-Policy');
  policy.content = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  whole.head.prepend(charset, width, scheme, policy);
  const asked = whole.createElement('p');
  const code = whole.createElement('code');
  code.textContent = command;
  asked.append(code);
  const title = whole.createElement('h1');
  title.textContent = document.title;
  whole.body.append(title, asked, whole.adoptNode(seen));
  whole.documentElement.lang = 'en';
  // The content security policy of this page forbids adding a style element, even to a document that is only saved.
  const style = `<style>${rules().replaceAll('</', '<\\/')}</style>`;
  return `<!doctype html>\n${whole.documentElement.outerHTML.replace('</head>', () => `${style}</head>`)}\n`;
}

/** Returns the content of a button as text with the same look. */
function plain(button) {
  const kept = button.ownerDocument.createElement('span');
  kept.className = button.className;
  for (const { name, value } of button.attributes) if (name.startsWith('data-')) kept.setAttribute(name, value);
  kept.append(...button.childNodes);
  // The text of a control describes an action and is dropped; the text of moves and squares is kept.
  return button.closest('.row, .further') ? [] : [kept];
}

/** Replaces canvases by images, because a canvas is empty without its script. The image gets the label of the canvas. */
function canvases(from, to) {
  const copies = to.querySelectorAll('canvas');
  from.querySelectorAll('canvas').forEach((canvas, at) => {
    const image = document.createElement('img');
    if (canvas.width > 0 && canvas.height > 0) image.src = canvas.toDataURL();
    image.alt = canvas.getAttribute('aria-label') ?? '';
    image.width = canvas.clientWidth;
    image.height = canvas.clientHeight;
    copies[at].replaceWith(image);
  });
}

function rules() {
  const all = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
  return [...all.map(rule => rule.cssText), 'img { max-width: 100%; height: auto; }'].join('\n');
}
