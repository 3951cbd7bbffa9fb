window.ownScriptRan = true;
